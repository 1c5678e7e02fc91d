import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from '../../../src/report/shellWord.js';

it.each([
  ['conf/clusters/mine.toml', 'conf/clusters/mine.toml'],
  ['/a b/counterexample.json', `'/a b/counterexample.json'`],
  [`it's $HOME "x" \\ \`id\` *.toml`, `'it'\\''s $HOME "x" \\ \`id\` *.toml'`],
  ['größe.toml', `'größe.toml'`],
  ['', `''`],
])('%s is written %s, and a shell reads it so', (text, word) => {
  expect(shellWord(text)).toBe(word);
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text);
});

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../../src/process/makeFolder.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-test-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('makes what is missing, for this user only where that is wanted, and says what it made', () => {
  const [a, b] = [join(folder, 'a'), join(folder, 'a', 'b')];
  expect(makeFolder(b, 0o700)).toEqual([a, b]);
  expect(statSync(a).mode & 0o777).toBe(0o700);
  expect(makeFolder(b)).toEqual([]);
  expect(makeFolder(join(b, 'c'))).toEqual([join(b, 'c')]);
  expect(readdirSync(b)).toEqual(['c']);
});

it('ends with the error of the system where no folder can be', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder('/proc/x/y')).toThrow(`ENOENT: no such file or directory, mkdir '/proc/x'`);
  expect(() => makeFolder(file)).toThrow(`EEXIST: file already exists, mkdir '${file}'`);
  expect(() => makeFolder(join(file, 'x'))).toThrow(`ENOTDIR: not a directory, mkdir '${file}/x'`);
});

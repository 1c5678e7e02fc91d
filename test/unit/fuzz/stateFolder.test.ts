import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateFolder } from '../../../src/fuzz/stateFolder.js';
import { ran } from './ran.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("a state's folder", () => {
  it('is read as it was, from the journal alone and once the state was written anew', () => {
    const before = new StateFolder(folder);
    before.add(ran({ run: 0, features: ['a'] }));
    before.add(ran({ run: 1, signature: { stuck: [] } }));
    expect(new StateFolder(folder).state).toEqual(before.state);
    before.save();
    before.add(ran({ run: 2 }));
    expect(readdirSync(folder).sort()).toEqual(['journal.1.jsonl', 'state.json']);
    expect(new StateFolder(folder).state).toEqual(before.state);
    expect(before.state.statistics.runs).toBe(3);
  });

  it('wherever its writer was killed in a line, has the runs of the whole lines, and goes on', () => {
    const writer = new StateFolder(folder);
    for (let run = 0; run < 3; run++) writer.add(ran({ run, features: [`ä${run}`] }));
    const journal = join(folder, 'journal.0.jsonl');
    const bytes = readFileSync(journal);
    const ends = [...bytes.keys()].filter((place) => bytes[place] === 10).map((place) => place + 1);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(journal, bytes.subarray(0, length));
      const whole = ends.filter((end) => end <= length).length;
      const read = new StateFolder(folder);
      expect(read.state.statistics.runs).toBe(whole);
      read.add(ran({ run: whole }));
      expect(new StateFolder(folder).state.statistics.runs).toBe(whole + 1);
    }
  });

  it('does not count twice what was killed between the new state and the removal of the old journal', () => {
    const writer = new StateFolder(folder);
    writer.add(ran({ run: 0 }));
    const old = readFileSync(join(folder, 'journal.0.jsonl'));
    writer.save();
    writeFileSync(join(folder, 'journal.0.jsonl'), old);
    expect(new StateFolder(folder).state.statistics.runs).toBe(1);
  });

  it.each([
    [
      'state.json',
      '{"format":"cdcheck fuzz state","version":99}',
      /state\.json is not a state .* choose another --out/,
    ],
    ['state.json', 'x', /state\.json is not a state/],
    ['journal.0.jsonl', 'x\n', /journal\.0\.jsonl, line 1 is damaged/],
  ])('that is damaged says where: %s %s', (name, text, message) => {
    appendFileSync(join(folder, name), text);
    expect(() => new StateFolder(folder)).toThrow(message);
  });
});

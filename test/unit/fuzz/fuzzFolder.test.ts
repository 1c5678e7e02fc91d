import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../../src/check/signature.js';
import { FuzzFolder, type FiledAs } from '../../../src/fuzz/fuzzFolder.js';
import type { Finding, Ran } from '../../../src/fuzz/messages.js';
import { noStatistics } from '../../../src/search/statistics.js';
import { normal, rows } from '../../model/make.js';
import { lostRow } from '../report/counterexamples.js';

const wanted = { cluster: 'embedded', workload: 'smoke', guided: true, seed: null };
const lost: Signature = { lostRows: ['insert'] };
const extra: Signature = { extraRows: ['truncateTable'] };

let path: string;
let folder: FuzzFolder;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'fuzz-'));
  folder = new FuzzFolder(path, wanted, 5, []);
});

afterEach(() => {
  rmSync(path, { recursive: true, force: true });
});

/** Leaves the folder as a killed process does, and takes it again. */
function again(known: readonly Signature[] = []): FuzzFolder {
  rmSync(join(path, 'lock'));
  folder = new FuzzFolder(path, wanted, 6, known);
  return folder;
}

function finding(run: number, signature: Signature, length = 3): Finding {
  const ids = Array.from({ length: length - 1 }, (_, place) => rows('t1', place + 1));
  const sequence = { commands: [normal('t1'), ...ids], schedule: 0 };
  return { sequence, whole: sequence, signature, anomalies: [], seed: 5, run, origin: null };
}

function failed(found: Finding): Ran {
  return {
    type: 'ran',
    run: found.run,
    statistics: { ...noStatistics, runs: 1, failures: 1 },
    parts: { drawing: 0, commands: 0, checks: 0, sessions: 0 },
    added: [],
    kept: null,
    finding: found,
    reason: null,
  };
}

/** Writes the folder of a counterexample as a worker does, and settles the finding with it. */
function settle(found: Finding, signature: Signature): FiledAs {
  const { sequence } = found;
  const reproduction = { failed: 1, runs: 1 };
  const incoming = join(folder.incoming(found), 'x');
  mkdirSync(incoming, { recursive: true });
  const file = join(incoming, 'counterexample.json');
  writeFileSync(file, JSON.stringify({ ...lostRow, sequence, signature, reproduction }));
  const commands = sequence.commands.length;
  return folder.settle(found, { type: 'shrunk', signature, commands, reproduction, file, runs: 1 });
}

describe("a search's folder", () => {
  it('has its seed from the first start', () => {
    expect(folder.identity.seed).toBe(5);
    expect(again().identity.seed).toBe(5);
  });

  it('is one process alone', () => {
    expect(() => new FuzzFolder(path, wanted, 6, [])).toThrow(/lock: process \d+ is at work here; end it/);
  });

  it('is of one cluster and workload', () => {
    folder.close();
    expect(() => new FuzzFolder(path, { ...wanted, workload: 'other' }, 6, [])).toThrow(
      /holds a search with workload smoke, not other: choose another --out/,
    );
  });

  it('files a new signature once, counts it from then on, and takes a shorter one', () => {
    const first = finding(1, lost);
    expect(folder.take(0, failed(first))).toBe(true);
    expect(settle(first, lost).kind).toBe('new');
    expect(folder.take(0, failed(finding(2, lost)))).toBe(false);
    const shorter = finding(3, lost, 2);
    expect(folder.take(0, failed(shorter))).toBe(true);
    expect(settle(shorter, lost).kind).toBe('better');
    expect(readdirSync(join(path, 'failures'))).toEqual(['lostRows-5-3']);
    expect(folder.counts()).toMatchObject([{ text: 'lostRows(insert)', count: 3, filed: { commands: 2 } }]);
    expect(again().counts()).toMatchObject([{ text: 'lostRows(insert)', count: 3, filed: { commands: 2 } }]);
  });

  it('counts a failure of several kinds that known ones explain', () => {
    const first = finding(1, lost);
    folder.take(0, failed(first));
    settle(first, lost);
    expect(folder.take(0, failed(finding(2, { lostRows: ['insert', 'renameTable'] })))).toBe(false);
    expect(folder.take(0, failed(finding(3, { ...lost, ...extra })))).toBe(true);
  });

  it('keeps a finding until it is filed, also where its process is killed', () => {
    const first = finding(1, lost);
    folder.take(0, failed(first));
    expect(again().pending).toEqual([first]);
    expect(folder.take(0, failed(finding(2, lost)))).toBe(false);
    const [pending] = folder.pending;
    if (pending === undefined) throw new Error('it is pending');
    settle(pending, lost);
    expect(again().pending).toEqual([]);
    expect(folder.filed.map(({ text }) => text)).toEqual(['lostRows(insert)']);
  });

  it('does not file what the workload says is known', () => {
    again([lost]);
    expect(folder.take(0, failed(finding(1, lost)))).toBe(false);
    expect(folder.counts()).toEqual([{ text: 'lostRows(insert)', count: 1, filed: null }]);
  });

  it('keeps what covers something new in its corpus', () => {
    const { sequence } = finding(1, lost);
    const told = { ...failed(finding(1, lost)), finding: null };
    const features = ['a', 'b'];
    folder.take(0, { ...told, added: ['a'], kept: { sequence, features } });
    folder.take(0, {
      ...told,
      run: 2,
      added: ['a'],
      kept: { sequence: finding(2, lost, 4).sequence, features },
    });
    const files = readdirSync(join(path, 'corpus'));
    expect(files).toHaveLength(1);
    expect(again().kept(0, 10)).toEqual([{ sequence, features, from: { seed: 5, run: 1 } }]);
    expect(folder.base).toEqual([]);
  });
});

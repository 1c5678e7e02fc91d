import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import type { ClusterConf } from '../../../src/conf/cluster.js';
import { keptIn, replayKept } from '../../../src/search/regression.js';
import { normal, rows } from '../../model/make.js';
import { lostRow } from '../report/counterexamples.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  mkdirSync(join(folder, 'lostRows-1'));
  file = join(folder, 'lostRows-1/counterexample.json');
  const commands = [
    normal('t1'),
    rows('t1', 1),
    { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 },
  ];
  const reproduction = { failed: 1, runs: 1 };
  writeFileSync(file, JSON.stringify({ ...lostRow, sequence: { commands, schedule: 0 }, reproduction }));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function embedded(faults: string[], probability = 1): ClusterConf {
  return { kind: 'embedded', name: 'embedded', faults, probability, stuckAfter: 120, tries: 100, workers: 1 };
}

describe('a kept counterexample', () => {
  it('is found in its folder', () => {
    mkdirSync(join(folder, 'something else'));
    expect(keptIn(folder)).toEqual([file]);
    expect(keptIn(join(folder, 'gone'))).toEqual([]);
  });

  it('fails where its fault is there, and no more where it is gone', async () => {
    const stop = (): null => null;
    expect(await replayKept(file, embedded(['resume-too-late']), stop)).toBe(
      `${file} fails 1 of 1 run: lostRows(insert)`,
    );
    expect(await replayKept(file, embedded([]), stop)).toBeNull();
  });

  it('says where nothing was told', async () => {
    await expect(replayKept(file, embedded([]), () => 'interrupted')).rejects.toThrow(EnvironmentError);
  });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { loadCounterexample } from '../../../src/report/loadCounterexample.js';
import { normal, rows } from '../../model/make.js';
import { cdcheck, ownTmpdir } from './cli.js';
import { savedOnEmbedded } from './saved.js';

const kill: Command = { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 };
const minimal: readonly Command[] = [normal('t1'), rows('t1', 1), kill];

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a saved counterexample', () => {
  it('is shrunk further, whatever has become of the workload that it was found with', async () => {
    const commands = [normal('t2'), ...minimal, rows('t2', 5)];
    const file = savedOnEmbedded(folder, commands, ['resume-too-late'], { workload: './gone.toml' });
    const out = join(folder, 'out');
    const { stdout, exitCode } = await cdcheck(folder, ['shrink', file, '--out', out]);
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'Counterexample on embedded (embedded resume-too-late), workload ./gone.toml:',
      '',
      '  1  CREATE TABLE t1 (id INT AUTO_INCREMENT PRIMARY KEY, data VARCHAR(255))',
      "  2  INSERT INTO t1 (id, data) VALUES (1, 'c2.1')",
      '  3  kill -9 capture 1',
    ]);
    expect(exitCode).toBe(1);
    const { sequence } = loadCounterexample(join(out, 'lostRows-1', 'counterexample.json'));
    expect(sequence).toEqual({ commands: minimal, schedule: 0 });
  });

  it('is replayed with the faults that it was found with, or those of CDCHECK_FAULTS', async () => {
    const file = savedOnEmbedded(folder, minimal, ['resume-too-late']);
    const replay = async (faults: string): Promise<readonly [string | undefined, number | undefined]> => {
      const env = { CDCHECK_FAULTS: faults };
      const { stdout, exitCode } = await cdcheck(folder, ['replay', file, '--runs', '2'], env);
      return [stdout.split('\n').at(-1), exitCode];
    };
    expect(await replay('')).toEqual(['fails 2 of 2 runs on embedded', 1]);
    expect(await replay('two-writers')).toEqual(['fails 0 of 2 runs on embedded', 0]);
  });
});

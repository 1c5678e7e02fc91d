import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FuzzFolder } from '../../../src/fuzz/fuzzFolder.js';
import { compact } from '../../../src/fuzz/progression.js';
import { strandsOf } from '../../../src/fuzz/state.js';
import { seeded } from '../../model/seeded.js';
import { cdcheck, ownTmpdir, startedIn, until, type Cli } from '../cli/cli.js';

/** Runs of the whole search: two strands. */
const RUNS = 500;

/** Moments of one search at which something is killed; each after so many ms more of work at the most. */
const MOMENTS = 4;
const MOST = 150;

let folder: string;

beforeEach(() => {
  folder = ownTmpdir();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function fuzz(...args: readonly string[]): Cli {
  const cluster = ['--cluster', 'embedded', '--workload', 'partition-ddl', '--workers', '2', '--out', 'out'];
  const rest = ['--explain-minutes', '0', '--runs', String(RUNS)];
  return cdcheck(folder, ['fuzz', ...cluster, ...rest, '--seed', '7', ...args], {
    CDCHECK_FAULTS: 'truncate-then-insert',
  });
}

/** Events of all journals there are, in bytes: they grow with each run. */
function written(): number {
  if (!existsSync(join(folder, 'out'))) return 0;
  return readdirSync(join(folder, 'out'))
    .filter((name) => name.startsWith('journal.'))
    .reduce((sum, name) => sum + readFileSync(join(folder, 'out', name)).length, 0);
}

function read(): FuzzFolder {
  const wanted = { cluster: 'embedded', workload: 'partition-ddl', guided: true, seed: null };
  const found = new FuzzFolder(join(folder, 'out'), wanted, 0, []);
  found.close();
  return found;
}

describe('a search that is killed with SIGKILL', () => {
  it('at seeded moments, loses none but the runs in flight: in the end each has been carried out once', async () => {
    const choose = seeded(1);
    let runs = 0;
    for (let moment = 0; moment < MOMENTS; moment++) {
      const before = written();
      const cli = fuzz();
      await until('a run', () => written() !== before);
      await delay(choose.below(MOST));
      cli.kill('SIGKILL');
      await cli;
      await until('its workers to end', () => startedIn(folder).length === 0);
      const { statistics } = read().state;
      expect(statistics.runs).toBeGreaterThan(runs);
      runs = statistics.runs;
    }
    expect(runs).toBeLessThan(RUNS);
    await fuzz();
    const { state, filed, pending } = read();
    expect(state.statistics).toMatchObject({ runs: RUNS, inconclusive: 0 });
    expect(compact(strandsOf(state, 7).done)).toEqual([[0, 1, 1]]);
    expect(filed.map(({ text }) => text)).toContain('lostRows(insert)');
    expect(pending).toEqual([]);
  });

  it('in a worker at seeded moments, counts its run as inconclusive and goes on with another worker', async () => {
    const choose = seeded(2);
    const cli = fuzz();
    let killed = 0;
    for (let moment = 0; moment < MOMENTS; moment++) {
      const before = written();
      await until('a run', () => written() !== before);
      await delay(choose.below(MOST));
      const workers = startedIn(folder).filter(({ command }) => command.includes('fuzz/worker.js'));
      const worker = workers[choose.below(workers.length)];
      if (worker === undefined) continue;
      process.kill(worker.pid, 'SIGKILL');
      killed++;
    }
    const { stderr } = await cli;
    const replaced = stderr.split('\n').filter((line) => line.includes('another worker takes its place'));
    expect(replaced.length).toBeGreaterThan(killed / 2);
    const { state, pending } = read();
    expect(state.statistics.runs).toBe(RUNS);
    expect(state.statistics.inconclusive).toBeGreaterThan(0);
    expect(state.statistics.inconclusive).toBeLessThanOrEqual(killed);
    expect(compact(strandsOf(state, 7).done)).toEqual([[0, 1, 1]]);
    // What two workers were lost over is left to the next start.
    if (pending.length > 0) await fuzz();
    expect(read().pending).toEqual([]);
  });
});

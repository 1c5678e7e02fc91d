import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { apply, expectation } from '../../model/apply.js';
import type { Sequence } from '../../model/sequence.js';
import { emptyState } from '../../model/state.js';
import type { Cluster } from '../../src/cluster/cluster.js';
import { openMariadb } from '../../src/cluster/mariadb/openMariadb.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { run } from '../../src/run/run.js';
import { sequencesFor } from '../../src/search/arena.js';

const SEQUENCES = 10;
const MOST = 1.25;

/** The same statements and kills, with no model, no snapshot and no comparison; waits for the same catching up. */
async function bareLoop({ commands, schedule }: Sequence, cluster: Cluster, database: string): Promise<void> {
  const session = await cluster.open(database, schedule);
  let alive = emptyState(cluster.captures);
  for (const [place, command] of commands.entries()) {
    const number = place + 1;
    switch (command.kind) {
      case 'killCapture':
      case 'startCapture':
        if (expectation(alive, command).kind === 'error') break;
        alive = apply(alive, command, number);
        if (command.delay > 0) await session.wait(command.delay);
        if (command.kind === 'killCapture') await session.kill(command.capture, command.signal);
        else await session.start(command.capture);
        break;
      case 'wait':
        await session.wait(command.ms);
        break;
      case 'check':
        if (alive.alive.length === 0) await session.start(0);
        alive = apply(alive, command, number);
        await session.sync(60_000);
        break;
      default:
        await session.execute({ number, command });
    }
  }
  if (alive.alive.length === 0) await session.start(0);
  await session.sync(60_000);
  await session.close();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('a run takes at most 1.25 × the time of a bare loop', async () => {
  const cluster = await openMariadb({ name: 'mariadb', captures: 'stream' });
  const ratios: number[] = [];
  const rows: string[] = [];
  try {
    const sequences = fc.sample(sequencesFor(loadWorkload('issue-1192'), cluster), {
      numRuns: SEQUENCES + 1,
      seed: 1,
    });
    for (const [place, sequence] of sequences.entries()) {
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < 3; round++) {
        bare.push(await timed(() => bareLoop(sequence, cluster, `cdcheck_bare_${place}_${round}`)));
        ours.push(await timed(() => run(sequence, cluster, { stuckAfter: 60_000, evidence: false })));
      }
      if (place === 0) continue;
      ratios.push(median(ours) / median(bare));
      rows.push(
        `| ${place} | ${sequence.commands.length} | ${median(bare).toFixed(0)} | ${median(ours).toFixed(0)} | ${(median(ours) / median(bare)).toFixed(2)} |`,
      );
    }
  } finally {
    await cluster.close();
  }
  const table = [
    '| sequence | commands | bare loop (ms) | cdcheck (ms) | ratio |',
    '|---|---|---|---|---|',
    ...rows,
    `| median | | | | ${median(ratios).toFixed(2)} |`,
  ].join('\n');
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/overhead.md', `${table}\n`);
  console.log(table);
  expect(median(ratios)).toBeLessThanOrEqual(MOST);
}, 600_000);

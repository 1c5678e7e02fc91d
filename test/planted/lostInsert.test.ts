import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { LaneCommand } from '../../model/commands/concurrently.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { run, type RunResult } from '../../src/run/run.js';
import { addIndex, create, normal } from '../model/make.js';
import { options } from './onEmbedded.js';

const RUNS = 300;

/** Commands of which none removes a row; their ids are numbered afterwards, so that no two inserts meet. */
const keeping = fc.constantFrom<LaneCommand>(
  { kind: 'insert', table: 't1', ids: [0] },
  { kind: 'insert', table: 't2', ids: [0] },
  { kind: 'update', table: 't1', from: 1, to: 4 },
  addIndex('t2', 'i_data', 'data') as LaneCommand,
);

const blocks = fc
  .array(fc.array(keeping, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 })
  .map((lanes): readonly Command[] => {
    let id = 1;
    const numbered = lanes.map((commands) => ({
      offset: 0,
      commands: commands.map((each) => (each.kind === 'insert' ? { ...each, ids: [id++] } : each)),
    }));
    return [
      create('t1', ['p0', 3], ['p1', 'MAXVALUE']),
      normal('t2'),
      { kind: 'concurrently', lanes: numbered },
    ];
  });

/** The rows that upstream has acknowledged and no longer has at the last check. */
function vanished({ trace }: RunResult): readonly string[] {
  const check = trace.findLast((entry) => entry.type === 'check');
  return trace.flatMap((entry) => {
    if (entry.type !== 'command' || entry.outcome.kind !== 'ok' || entry.command.kind !== 'insert') return [];
    const { table, ids } = entry.command;
    const kept = check?.upstream[table]?.rows.map(({ id }) => id) ?? [];
    return ids.filter((id) => !kept.includes(id)).map((id) => `${table}.${id}`);
  });
}

it('an acknowledged insert that vanishes upstream while lanes run is always reported, and as that', async () => {
  const cluster = await openEmbedded({
    name: 'embedded',
    faults: ['upstream-lost-insert'],
    probability: 0.15,
  });
  const seen = { passed: 0, failed: 0 };
  for (const [schedule, commands] of fc.sample(blocks, { numRuns: RUNS, seed: 1192 }).entries()) {
    const result = await run({ commands, schedule }, cluster, options);
    const { verdict } = result;
    if (verdict.kind === 'inconclusive') throw new Error(verdict.reason);
    seen[verdict.kind] += 1;
    if (verdict.kind === 'passed') {
      expect(vanished(result)).toEqual([]);
    } else {
      for (const { kind, detail } of verdict.anomalies) {
        expect(kind).toBe('upstreamWrong');
        expect(detail).toMatch(/insert #\d+ \[\d+–\d+ ms, ok\]/);
      }
    }
  }
  expect(seen.passed).toBeGreaterThan(RUNS / 4);
  expect(seen.failed).toBeGreaterThan(RUNS / 4);
});

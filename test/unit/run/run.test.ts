import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import { run, type RunResult } from '../../../src/run/run.js';
import { memoryCluster, type Lies } from './memoryCluster.js';

const create: Command = { kind: 'createTable', table: 't1', partitions: null };
const insert: Command = { kind: 'insert', table: 't1', ids: [1] };

async function runOn(
  lies: Lies,
  commands: readonly Command[],
): Promise<RunResult & { log: readonly string[] }> {
  const cluster = memoryCluster(lies);
  const result = await run({ commands, schedule: 0 }, cluster, { stuckAfter: 1000, evidence: true });
  return { ...result, log: cluster.log };
}

/** Kind, table and detail of each anomaly, and where the run diverged. */
async function failureOf(lies: Lies, commands: readonly Command[]): Promise<unknown> {
  const { verdict } = await runOn(lies, commands);
  if (verdict.kind !== 'failed') return verdict.kind;
  return [verdict.at, ...verdict.anomalies.map(({ kind, table, detail }) => [kind, table, detail])];
}

describe('run', () => {
  it('passes where all is right, in a database of its own that it closes', async () => {
    const { verdict, log } = await runOn({}, [create, insert]);
    expect(verdict).toEqual({ kind: 'passed' });
    expect(log).toEqual(['open own', 'createTable', 'insert', 'close']);
  });

  it('carries out kills and starts after their delays, and no kill of a dead or start of a living capture', async () => {
    const { verdict, log } = await runOn({}, [
      { kind: 'killCapture', capture: 1, signal: 'TERM', delay: 5 },
      { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 7 },
      { kind: 'startCapture', capture: 0, delay: 9 },
      { kind: 'wait', ms: 3 },
      { kind: 'startCapture', capture: 1, delay: 0 },
    ]);
    expect(verdict).toEqual({ kind: 'passed' });
    expect(log).toEqual(['open own', 'wait 5', 'kill 1 TERM', 'wait 3', 'start 1', 'close']);
  });

  it('starts a capture before a check where none is alive', async () => {
    const { log } = await runOn({}, [
      { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 },
      { kind: 'killCapture', capture: 1, signal: 'KILL', delay: 0 },
    ]);
    expect(log).toEqual(['open own', 'kill 0 KILL', 'kill 1 KILL', 'start 0', 'close']);
  });

  it('stops at the first check that fails', async () => {
    const lies: Lies = { snapshot: (side, right) => (side === 'downstream' ? {} : right) };
    expect(await failureOf(lies, [create, { kind: 'check' }, insert])).toEqual([
      2,
      ['missingTable', 't1', 't1 is missing downstream'],
    ]);
  });

  it('reports a success that should have been an error', async () => {
    const lies: Lies = { outcome: () => ({ kind: 'ok' }) };
    expect(await failureOf(lies, [create, create])).toEqual([
      2,
      ['upstreamWrong', 't1', 'createTable succeeded, expected error 1050 (tableExists)'],
    ]);
  });

  it('reports an error that should have been a success, and a wrong error number', async () => {
    const lies: Lies = { outcome: () => ({ kind: 'error', errno: 1146, message: 'no table' }) };
    expect(await failureOf(lies, [create])).toEqual([
      1,
      ['upstreamWrong', 't1', 'createTable failed with 1146 (no table), expected success'],
    ]);
    const second: Lies = {
      outcome: ({ number }, right) => (number === 1 ? right : ({ ...right, errno: 1 } as never)),
    };
    expect(await failureOf(second, [create, create])).toEqual([
      2,
      ['upstreamWrong', 't1', 'createTable failed with 1 (refused), expected error 1050 (tableExists)'],
    ]);
  });

  it('tells nothing where a server was too busy to carry out a command', async () => {
    const lies: Lies = { outcome: () => ({ kind: 'error', errno: 1213, message: 'deadlock' }) };
    const { verdict } = await runOn(lies, [create]);
    expect(verdict).toEqual({ kind: 'inconclusive', reason: 'upstream: createTable: 1213 deadlock' });
  });

  it('learns AUTO_INCREMENT ids, and reports one that is taken', async () => {
    const auto: Command = { kind: 'insertAuto', table: 't1', rows: 2 };
    expect(await failureOf({}, [create, insert, auto])).toBe('passed');
    const lies: Lies = {
      outcome: ({ command }, right) => (command === auto ? { kind: 'ok', insertId: 1 } : right),
    };
    expect(await failureOf(lies, [create, insert, auto])).toEqual([
      3,
      ['upstreamWrong', 't1', 'AUTO_INCREMENT gave id 1, which t1 has already'],
    ]);
  });

  it('accepts either outcome of an AUTO_INCREMENT insert that may find no partition', async () => {
    const partitions = [{ name: 'p0', lessThan: 10 }];
    const commands: Command[] = [
      { kind: 'createTable', table: 't1', partitions },
      { kind: 'insertAuto', table: 't1', rows: 1 },
    ];
    expect(await failureOf({}, commands)).toBe('passed');
  });

  it('reports stuck, failed and backward replication with what the cluster tells', async () => {
    const stuck: Lies = {
      sync: () => ({ kind: 'stuck', target: '9', reached: '7', cause: 'no dispatcher' }),
    };
    expect(await failureOf(stuck, [create])).toEqual([
      2,
      ['stuck', null, 'downstream stays at 7, upstream is at 9: no dispatcher'],
    ]);
    const backwards: Lies = { sync: () => ({ kind: 'backwards', before: '7', now: '5' }) };
    expect(await failureOf(backwards, [create])).toEqual([
      2,
      ['checkpointBackwards', null, 'downstream was at 7 and is at 5'],
    ]);
    const failed: Lies = {
      sync: () => ({ kind: 'failed', where: 'replica 0', errno: 1507, message: "on query 'DROP TABLE t1'" }),
    };
    const { verdict } = await runOn(failed, [create, { kind: 'dropTable', table: 't1' }]);
    expect(verdict.kind === 'failed' && verdict.signature).toEqual({ 'failed 1507': ['dropTable'] });
  });

  it('reports failed replication also where downstream can no longer be read', async () => {
    const lies: Lies = {
      sync: () => ({ kind: 'failed', where: 'downstream', errno: 1950, message: 'out of order' }),
      snapshot: (side, right) => {
        if (side === 'downstream') throw new EnvironmentError('downstream is gone');
        return right;
      },
    };
    expect(await failureOf(lies, [create])).toEqual([2, ['failed', null, 'downstream: out of order']]);
  });

  it('is inconclusive where the environment fails, and closes the session', async () => {
    const lies: Lies = {
      sync: () => {
        throw new EnvironmentError('downstream is gone');
      },
    };
    const { verdict, log } = await runOn(lies, [create]);
    expect(verdict).toEqual({ kind: 'inconclusive', reason: 'downstream is gone' });
    expect(log.at(-1)).toBe('close');
  });

  it('is inconclusive where the connection to upstream died', async () => {
    const lies: Lies = { outcome: () => ({ kind: 'unknown', message: 'connection lost' }) };
    const { verdict } = await runOn(lies, [create]);
    expect(verdict).toEqual({ kind: 'inconclusive', reason: 'upstream: connection lost' });
  });

  it('keeps what it found where the evidence or the end of the session fails', async () => {
    const gone = (): Promise<never> => Promise.reject(new EnvironmentError('downstream is gone'));
    const lies: Lies = {
      snapshot: (side, right) => (side === 'downstream' ? {} : right),
      evidence: gone,
      close: gone,
    };
    expect(await failureOf(lies, [create])).toEqual([2, ['missingTable', 't1', 't1 is missing downstream']]);
    const { verdict } = await runOn({ close: gone }, [create]);
    expect(verdict).toEqual({ kind: 'inconclusive', reason: 'downstream is gone' });
  });

  it('throws on what is no fault of the environment', async () => {
    const lies: Lies = {
      sync: () => {
        throw new TypeError('a bug');
      },
    };
    await expect(runOn(lies, [create])).rejects.toThrow('a bug');
  });

  it('reports a crash in the logs, also where it made the environment fail', async () => {
    const lies: Lies = {
      alarms: ['mariadbd got signal 11'],
      sync: () => {
        throw new EnvironmentError('downstream is gone');
      },
    };
    expect(await failureOf(lies, [create])).toEqual([1, ['logAlarm', null, 'mariadbd got signal 11']]);
  });

  it('keeps the statements, times and outcomes of a failing run, and the logs', async () => {
    const lies: Lies = { snapshot: (side, right) => (side === 'downstream' ? {} : right) };
    const { trace, evidence } = await runOn(lies, [create, { kind: 'wait', ms: 4 }]);
    expect(trace.slice(0, 2)).toEqual([
      {
        type: 'command',
        number: 1,
        command: create,
        start: 0,
        end: 0,
        outcome: { kind: 'ok' },
      },
      {
        type: 'command',
        number: 2,
        command: { kind: 'wait', ms: 4 },
        start: 0,
        end: 4,
        outcome: { kind: 'ok' },
      },
    ]);
    expect(evidence.map(({ name }) => name)).toEqual(['memory.log']);
  });
});

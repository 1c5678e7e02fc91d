import type { Command } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import type { Signature } from '../../../src/check/signature.js';
import { Sequences } from '../../../src/generate/sequences.js';
import type { RunResult } from '../../../src/run/run.js';
import type { Runner } from '../../../src/search/runner.js';

/** Short sequences over one table of each shape, for runners that only look at the commands. */
export const sequences = new Sequences({
  space: {
    normal: ['t1'],
    partitioned: ['t2'],
    layouts: [[{ name: 'p0', lessThan: 'MAXVALUE' }]],
    maxRows: 2,
    maxId: 50,
    maxDelay: 10,
    lanes: [],
  },
  weights: { createTable: 1, insert: 5, truncateTable: 2, killCapture: 2, startCapture: 2 },
  length: { min: 10, max: 20 },
  captures: 2,
  supports: () => true,
  failing: 0,
  jitter: false,
  thorough: false,
});

/** A run that passed. */
export const passed: RunResult = { verdict: { kind: 'passed' }, trace: [], evidence: [] };

/** A run for which the environment was not fit. */
export const inconclusive: RunResult = {
  verdict: { kind: 'inconclusive', reason: 'no server' },
  trace: [],
  evidence: [],
};

/** A run that failed with this signature, at its end. */
export function failed(signature: Signature, at = 99): RunResult {
  return { verdict: { kind: 'failed', anomalies: [], signature, at }, trace: [], evidence: [] };
}

/** A TRUNCATE somewhere before a kill of the owner: the planted failure of these tests. */
export function isGuilty({ commands }: Sequence): boolean {
  const truncate = commands.findIndex(({ kind }) => kind === 'truncateTable');
  const kill = commands.findLastIndex((command) => command.kind === 'killCapture' && command.capture === 0);
  return truncate >= 0 && kill > truncate;
}

/** Its smallest form. */
export const smallest: readonly Command[] = [
  { kind: 'createTable', table: 't1', partitions: null },
  { kind: 'truncateTable', table: 't1' },
  { kind: 'killCapture', capture: 0, signal: 'TERM', delay: 0 },
];

/** A runner that fails where `isGuilty` says so, of the guilty runs only those that `shows` lets through. */
export function guiltyRunner(shows: () => boolean = () => true): Runner & { readonly ran: Sequence[] } {
  const ran: Sequence[] = [];
  const runner = (sequence: Sequence): Promise<RunResult> => {
    ran.push(sequence);
    return Promise.resolve(isGuilty(sequence) && shows() ? failed({ lostRows: [] }) : passed);
  };
  return Object.assign(runner, { ran });
}

/** True once in every `n` calls, the last one of them. */
export function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => ++calls % n === 0;
}

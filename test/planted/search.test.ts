import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { isPartOf, type Signature } from '../../src/check/signature.js';
import { openEmbedded } from '../../src/cluster/embedded/openEmbedded.js';
import { faultNames, type FaultName } from '../../src/cluster/embedded/faults.js';
import { loadWorkload } from '../../src/conf/workload.js';
import { run } from '../../src/run/run.js';
import { sequencesFor } from '../../src/search/arena.js';
import type { Runner } from '../../src/search/runner.js';
import { search, type SearchResult } from '../../src/search/search.js';
import { minima } from './minima.js';
import { options, plainly } from './onEmbedded.js';

const RUNS = 2000;
const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);

/** Searches with one seed; only failures that `counts` takes are failures. */
async function searched(
  fault: string,
  seed: number,
  counts: (signature: Signature) => boolean,
  shrinks: boolean,
): Promise<SearchResult> {
  const cluster = await openEmbedded({ name: 'embedded', faults: [fault] });
  let isFound = false;
  const runner: Runner = async (sequence: Sequence) => {
    const result = await run(sequence, cluster, options);
    const { verdict } = result;
    return verdict.kind === 'failed' && !counts(verdict.signature)
      ? { ...result, verdict: { kind: 'passed' } }
      : result;
  };
  return search(
    {
      sequences: sequencesFor(loadWorkload('partition-ddl'), cluster),
      runs: RUNS,
      seed,
      deterministic: true,
      maxTries: 1,
      stop: () => null,
      stopShrinking: () => (isFound && !shrinks ? 'budget' : null),
      onFailure: () => {
        isFound = true;
      },
    },
    [runner],
  );
}

describe('the partition-ddl workload', () => {
  it.each(Object.keys(minima))(`finds %s within ${RUNS} runs from each of 20 seeds`, async (fault) => {
    const missed: number[] = [];
    for (const seed of seeds) {
      const { kind } = await searched(fault, seed, () => true, false);
      if (kind !== 'counterexample') missed.push(seed);
    }
    expect(missed).toEqual([]);
  });
});

/**
 * From how many of so many seeds the search leads to one of the smallest sequences that are known. From the others it leads
 * to one that is smallest in its own way, with a DDL or a capture that the shrinker cannot exchange for another.
 */
const exact: Readonly<Partial<Record<FaultName, readonly [least: number, seeds: number]>>> = {
  'resume-too-late': [20, 20],
  'ddl-twice-drop': [18, 20],
  'truncate-then-insert': [18, 20],
  'recover-unwatched': [19, 20],
  'exchange-wrong-schema': [20, 20],
  'stale-epoch': [17, 20],
  'ddl-before-dml': [20, 20],
  'partition-moved': [20, 20],
  'pass-never-sent': [14, 20],
  'ddl-twice-truncate': [4, 4],
  'ddl-twice-exchange': [4, 4],
  'new-partition-unwatched': [4, 4],
  'two-writers': [2, 4],
  'drop-create-same-name': [2, 4],
};

/** Whether a failure shows the very kinds of anomaly that are wanted, not only their halves. */
function isAsWanted(signature: Signature, wanted: Signature): boolean {
  return Object.keys(signature).every((name) => name in wanted) && isPartOf(signature, wanted);
}

const cases = faultNames.flatMap((fault) => {
  const [least, of] = exact[fault] ?? [];
  return least === undefined || of === undefined ? [] : [{ fault, least, of }];
});

describe('shrinking', () => {
  it.each(cases)('takes $fault to a known smallest sequence from $least of $of seeds', async (each) => {
    const { fault, least, of } = each;
    const known = minima[fault]?.minima ?? [];
    const verdict = await plainly(known[0] ?? [], [fault]);
    const wanted = verdict.kind === 'failed' ? verdict.signature : {};
    const shrunk: (readonly Command[])[] = [];
    for (const seed of seeds.slice(0, of)) {
      const result = await searched(fault, seed, (signature) => isAsWanted(signature, wanted), true);
      if (result.kind === 'counterexample') shrunk.push(result.shrunk.sequence.commands);
    }
    const texts = new Set(known.map((commands) => JSON.stringify(commands)));
    const found = shrunk.filter((commands) => texts.has(JSON.stringify(commands)));
    expect(found.length).toBeGreaterThanOrEqual(least);
  });
});

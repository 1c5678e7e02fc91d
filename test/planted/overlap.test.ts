import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { isPartOf, signatureOf, type Signature } from '../../src/check/signature.js';
import type { FaultName } from '../../src/cluster/embedded/faults.js';
import { inSequence } from '../../src/shrink/passes/lanes.js';
import { withoutEach } from '../../src/shrink/prune.js';
import { hunted } from './hunted.js';
import { plainly, verdictOf } from './onEmbedded.js';
import { overlaps, type Overlap } from './overlap.js';

/** Within so many runs the workload must make a fault show in some way. */
const RUNS = 200;

const known = Object.entries(overlaps) as readonly (readonly [FaultName, Overlap])[];

/** Searches on for a failure of this kind and shrinks that, from a seed of the workload with lanes. */
async function shrunkFrom(
  seed: number,
  fault: FaultName,
  { anomaly }: Overlap,
): Promise<{ readonly firstFailure: number; readonly text: string }> {
  let firstFailure = Infinity;
  let isFound = false;
  const result = await hunted({
    faults: [fault],
    probability: 1,
    seed,
    workload: 'issue-1192',
    counts: (signature, run) => {
      firstFailure = Math.min(firstFailure, run);
      return (isFound ||= Object.keys(signature).join() === anomaly);
    },
    shrinks: true,
  });
  return {
    firstFailure,
    text: result.kind === 'counterexample' ? textOf(result.shrunk.sequence) : result.kind,
  };
}

describe.each(known)('%s on the workload with lanes', (fault, overlap) => {
  it.each(overlap.seeds)(
    `is found within ${RUNS} runs and shrinks to its minimum (seed %i)`,
    async (seed) => {
      const { firstFailure, text } = await shrunkFrom(seed, fault, overlap);
      expect(firstFailure).toBeLessThanOrEqual(RUNS);
      expect(overlap.minima.map((commands) => textOf({ commands, schedule: 0 }))).toContain(text);
    },
  );

  it.each(overlap.minima.map((commands) => [kindsOf(commands), commands] as const))(
    'is shown by a sequence of which everything is needed, what is at once in it too: %s',
    async (_, commands) => {
      const verdict = await plainly(commands, [fault]);
      if (verdict.kind !== 'failed') throw new Error(verdict.kind);
      expect(verdict.anomalies.map(({ kind }) => kind)).toEqual([overlap.anomaly]);
      await expect(plainly(commands, [])).resolves.toEqual({ kind: 'passed' });
      const sequence: Sequence = { commands, schedule: 0 };
      for (const simpler of [...withoutEach(sequence, 2), ...inSequence(sequence, 2)]) {
        await expect(failsAlike(simpler, fault, verdict.signature)).resolves.toBe(false);
      }
    },
  );
});

async function failsAlike(sequence: Sequence, fault: FaultName, signature: Signature): Promise<boolean> {
  const verdict = await verdictOf(sequence, [fault]);
  return verdict.kind === 'failed' && isPartOf(signatureOf(verdict.anomalies, sequence.commands), signature);
}

function kindsOf(commands: readonly Command[]): string {
  return commands
    .map((each) =>
      each.kind === 'concurrently'
        ? each.lanes.map(({ commands: inLane }) => kindsOf(inLane)).join(' | ')
        : each.kind,
    )
    .join(', ');
}

function textOf({ commands, schedule }: Sequence): string {
  return JSON.stringify({ commands, schedule });
}

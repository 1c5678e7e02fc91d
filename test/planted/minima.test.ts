import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import type { Sequence } from '../../model/sequence.js';
import { isPartOf, signatureOf, type Signature } from '../../src/check/signature.js';
import { faultNames } from '../../src/cluster/embedded/faults.js';
import { minima } from './minima.js';
import { plainly, verdictOf } from './onEmbedded.js';

const known = Object.entries(minima);

describe.each(known)('%s', (fault, { anomaly, ids, minima: sequences, shrinksTo }) => {
  it.each(sequences.map((commands) => [textOf(commands), commands] as const))(
    'is shown by: %s',
    async (_, commands) => {
      const verdict = await plainly(commands, [fault]);
      if (verdict.kind !== 'failed') throw new Error(`${fault}: ${verdict.kind}`);
      expect(verdict.anomalies).toHaveLength(1);
      expect(verdict.anomalies[0]?.kind).toBe(anomaly.kind);
      const seen = verdict.anomalies[0]?.rows.map(({ id }) => id);
      expect(seen).toHaveLength(ids.length);
      await expect(plainly(commands, [])).resolves.toEqual({ kind: 'passed' });
      await expect(failsWithout({ commands, schedule: 0 }, fault, verdict.signature)).resolves.toEqual([]);
    },
  );

  it.each(shrinksTo.map((each) => [textOf(each.commands), each] as const))(
    'shrinks to one that needs every command: %s',
    async (_, { commands, schedule, shows = anomaly }) => {
      const verdict = await verdictOf({ commands, schedule }, [fault]);
      if (verdict.kind !== 'failed') throw new Error(`${fault}: ${verdict.kind}`);
      expect(verdict.anomalies).toMatchObject([shows]);
      await expect(verdictOf({ commands, schedule }, [])).resolves.toEqual({ kind: 'passed' });
      await expect(failsWithout({ commands, schedule }, fault, verdict.signature)).resolves.toEqual([]);
    },
  );

  it('is reported of just the table and rows that its first sequence tells', async () => {
    const verdict = await plainly(sequences[0], [fault]);
    if (verdict.kind !== 'failed') throw new Error(`${fault}: ${verdict.kind}`);
    expect(verdict.anomalies).toMatchObject([anomaly]);
    expect(verdict.anomalies[0]?.rows.map(({ id }) => id)).toEqual(ids);
  });
});

it('leaves out only the faults that need commands side by side, and the one of upstream alone', () => {
  expect(faultNames.filter((name) => minima[name] === undefined)).toEqual([
    'same-timestamp-gap',
    'upstream-reorganize',
    'upstream-lost-insert',
  ]);
});

/** Places of the commands without which the sequence fails the same way. */
async function failsWithout(
  { commands, schedule }: Sequence,
  fault: string,
  signature: Signature,
): Promise<readonly number[]> {
  const places: number[] = [];
  for (const place of commands.keys()) {
    const rest = commands.toSpliced(place, 1);
    const verdict = await verdictOf({ commands: rest, schedule }, [fault]);
    if (verdict.kind === 'failed' && isPartOf(signatureOf(verdict.anomalies, rest), signature)) {
      places.push(place + 1);
    }
  }
  return places;
}

function textOf(commands: readonly Command[]): string {
  return commands.map(({ kind }) => kind).join(', ');
}

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../../model/sequence.js';
import { Sequences } from '../../../src/generate/sequences.js';
import { settings } from '../generate/settings.js';
import { shrinkBy } from './fixtures.js';

const sequences = new Sequences(settings());

const fails = ({ commands }: Sequence): boolean =>
  commands.some(({ kind }) => kind === 'exchangePartition') &&
  commands.some(({ kind }) => kind === 'killCapture');

/** Runs the property and notes every sequence that it was given. */
function check(parameters: fc.Parameters<[Sequence]>): {
  details: fc.RunDetails<[Sequence]>;
  given: Sequence[];
} {
  const given: Sequence[] = [];
  const property = fc.property(sequences, (sequence) => {
    given.push(sequence);
    if (fails(sequence)) throw new Error('fails');
  });
  return { details: fc.check(property, parameters), given };
}

describe('Sequences under fast-check', () => {
  const { details, given } = check({ seed: 5, numRuns: 1000 });
  const counterexample = details.counterexample?.[0];

  it('shrinks to the four commands that are needed', () => {
    expect(counterexample?.commands.map(({ kind }) => kind).sort()).toEqual([
      'createTable',
      'createTable',
      'exchangePartition',
      'killCapture',
    ]);
  });

  it('asks fast-check for what the search by itself asks', () => {
    const found = given.findIndex(fails);
    const start = given[found];
    if (start === undefined) throw new Error('nothing failed');
    const { asked, result } = shrinkBy(start, (commands, schedule) => fails({ commands, schedule }));
    expect(given.slice(found + 1)).toEqual(asked.map(({ sequence }) => sequence));
    expect(counterexample).toEqual(result);
  });

  it('replays the counterexample from seed and path in one run', () => {
    const replay = check({ seed: 5, path: details.counterexamplePath ?? '', endOnFailure: true });
    expect(replay.given).toEqual([counterexample]);
  });

  it('goes on shrinking from a path in the middle', () => {
    const path = (details.counterexamplePath ?? '').split(':').slice(0, 3).join(':');
    const resumed = check({ seed: 5, path });
    expect(resumed.details.counterexample?.[0]).toEqual(counterexample);
    expect(resumed.given.length).toBeLessThan(given.length);
  });

  it('shrinks a saved sequence that is given as an example', () => {
    const saved = JSON.parse(JSON.stringify(given.find(fails))) as Sequence;
    const { details: fromSaved } = check({ seed: 1, numRuns: 1, examples: [[saved]] });
    expect(fromSaved.counterexample?.[0]).toEqual(counterexample);
  });
});

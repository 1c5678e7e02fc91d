import { kinds, type Kind } from '../../../model/command.js';
import type { Space } from '../../../model/space.js';
import type { SequencesSettings } from '../../../src/generate/sequences.js';

/** Ten tables of the two shapes of ticdc issue 1192, with small ids. */
export const space: Space = {
  normal: ['n1', 'n2', 'n3', 'n4', 'n5'],
  partitioned: ['p1', 'p2', 'p3', 'p4', 'p5'],
  layouts: [
    [
      { name: 'p0', lessThan: 200 },
      { name: 'p1', lessThan: 1000 },
      { name: 'p2', lessThan: 'MAXVALUE' },
    ],
  ],
  maxRows: 3,
  maxId: 1200,
  maxDelay: 200,
  lanes: [
    {
      count: 1,
      tables: 'all',
      commands: 3,
      weights: { truncateTable: 1, recoverTable: 1, exchangePartition: 1 },
    },
    { count: 3, tables: 'all', commands: 4, weights: { insertAuto: 1 } },
  ],
};

/** Settings with every kind weighted alike, changed as a test needs it. */
export function settings(changes: Partial<SequencesSettings> = {}): SequencesSettings {
  const weights = Object.fromEntries(kinds.map((kind) => [kind, 1])) as Record<Kind, number>;
  return {
    space,
    weights,
    length: { min: 10, max: 40 },
    captures: 2,
    supports: () => true,
    failing: 0.03,
    jitter: false,
    thorough: false,
    ...changes,
  };
}

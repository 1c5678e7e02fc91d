import { noStatistics } from '../../../src/search/statistics.js';
import type { Event } from '../../../src/fuzz/state.js';

type RanEvent = Extract<Event, { type: 'ran' }>;

/** A run of the first strand of seed 1 that ran one command and passed. */
export function ran(rest: Partial<RanEvent>): Event {
  return {
    type: 'ran',
    seed: 1,
    strand: 0,
    run: 0,
    statistics: { ...noStatistics, runs: 1, commands: 1 },
    parts: { drawing: 1, commands: 1, checks: 0, sessions: 0 },
    features: [],
    signature: null,
    at: '2026-01-01T00:00:00.000Z',
    ...rest,
  };
}

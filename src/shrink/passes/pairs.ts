import type { Command, Kind } from '../../../model/command.js';
import { partsOf, pruned } from '../prune.js';
import type { Pass } from '../search.js';

/** Kinds that undo each other, so that a sequence can often do without both but not without one. */
const UNDOES: Readonly<Partial<Record<Kind, Kind>>> = {
  killCapture: 'startCapture',
  dropTable: 'recoverTable',
  addColumn: 'dropColumn',
  removePartitioning: 'partitionBy',
  dropPartition: 'addPartition',
};

/** Kinds that come in twos: a change made to both sides of an EXCHANGE, a step there and a step back. */
const TWICE: ReadonlySet<Kind> = new Set([
  'addIndex',
  'addColumn',
  'dropColumn',
  'renameTable',
  'exchangePartition',
  'reorganizePartition',
]);

/** Without two commands that belong together. */
export const pairs: Pass = function* (sequence, captures) {
  const parts = partsOf(sequence.commands, captures);
  for (const [first, one] of parts.entries()) {
    for (const [second, other] of parts.entries()) {
      if (second <= first || !one.applied || !other.applied) continue;
      if (!belongTogether(one.command, other.command)) continue;
      const rest = parts.filter((_, place) => place !== first && place !== second);
      yield { ...sequence, commands: pruned(rest, captures) };
    }
  }
};

function belongTogether(one: Command, other: Command): boolean {
  if (one.kind === other.kind) return TWICE.has(one.kind);
  return UNDOES[one.kind] === other.kind || UNDOES[other.kind] === one.kind;
}

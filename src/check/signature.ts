import type { Command, Kind } from '../../model/command.js';
import { kindsAt, type Anomaly } from './anomaly.js';

/**
 * What identifies a failure: its kinds of anomaly (with the error number where there is one), each with the kinds of
 * the commands that wrote, moved or removed the rows concerned. Duplicates are filed by it.
 */
export type Signature = Readonly<Record<string, readonly Kind[]>>;

/** The signature of these anomalies of a run of these commands. */
export function signatureOf(anomalies: readonly Anomaly[], commands: readonly Command[]): Signature {
  const kinds = new Map<string, Set<Kind>>();
  for (const anomaly of anomalies) {
    const name = anomaly.errno === undefined ? anomaly.kind : `${anomaly.kind} ${anomaly.errno}`;
    const found = kinds.get(name) ?? new Set<Kind>();
    for (const kind of kindsAt(commands, anomaly.commands)) found.add(kind);
    kinds.set(name, found);
  }
  const sorted = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, found]) => [name, [...found].sort()]));
}

/**
 * Whether a candidate fails in the way that is being shrunk: every kind of anomaly that it shows was shown by the
 * first failure, through kinds of commands that were concerned there. Fewer is right (the innocent half of a failure
 * shrinks away); anything new is another failure.
 */
export function isPartOf(candidate: Signature, first: Signature): boolean {
  return Object.entries(candidate).every(([name, kinds]) => {
    const known = halves(name).flatMap((each) => first[each] ?? []);
    const isKnown = halves(name).some((each) => first[each] !== undefined);
    return isKnown && kinds.every((kind) => [kind, ...elaborate(kind)].some((each) => known.includes(each)));
  });
}

/** Kinds of commands that a statement of this kind may stand for: shrinking takes it out of a transaction, or gives it ids. */
function elaborate(kind: Kind): readonly Kind[] {
  switch (kind) {
    case 'insert':
      return ['insertAuto', 'transaction'];
    case 'update':
    case 'delete':
      return ['transaction'];
    default:
      return [];
  }
}

/**
 * Rows in the wrong table are lost in one and extra in another. They show as that only where both ends have the same data, so an
 * UPDATE in between that shrinks away makes the one failure of the other.
 */
function halves(name: string): readonly string[] {
  switch (name) {
    case 'wrongTable':
      return ['wrongTable', 'lostRows', 'extraRows'];
    case 'lostRows':
    case 'extraRows':
      return [name, 'wrongTable'];
    default:
      return [name];
  }
}

/** A signature in one line: `lostRows(insert, truncateTable) + failed 1507(dropPartition)`. */
export function signatureText(signature: Signature): string {
  return Object.entries(signature)
    .map(([name, kinds]) => (kinds.length === 0 ? name : `${name}(${kinds.join(', ')})`))
    .join(' + ');
}

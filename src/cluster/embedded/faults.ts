import { UsageError } from '../cluster.js';
import { hashText, mix, share } from './hash.js';

/** What a planted fault is modelled on. */
export interface Fault {
  /** Public reports of bugs of this kind. */
  readonly reports: readonly string[];
  /** What goes wrong, in one sentence. */
  readonly mechanism: string;
}

/** Every fault that can be planted. Each is one condition in the mechanism that it is about; search for its name. */
export const faults = {
  'resume-too-late': {
    reports: ['ticdc 2767', 'ticdc 2943', 'ticdc 3846'],
    mechanism:
      'After a takeover a dispatcher starts from what had been received instead of what had been written.',
  },
  'ddl-twice-truncate': {
    reports: ['ticdc 2768', 'ticdc PR 961'],
    mechanism: 'A TRUNCATE that was executed but not yet recorded when the owner died is executed again.',
  },
  'ddl-twice-exchange': {
    reports: ['tiflow 11458'],
    mechanism:
      'An EXCHANGE PARTITION that was executed but not yet recorded is executed again, which undoes it.',
  },
  'ddl-twice-drop': {
    reports: ['tiflow 8662', 'tiflow 12382'],
    mechanism:
      'A DROP PARTITION, REORGANIZE or REMOVE PARTITIONING is executed again and fails the second time.',
  },
  'truncate-then-insert': {
    reports: ['ticdc 3443', 'ticdc 1636', 'tiflow 6927'],
    mechanism:
      'What TRUNCATE puts in place is watched from the time it is opened instead of from the TRUNCATE on.',
  },
  'new-partition-unwatched': {
    reports: ['ticdc 1142', 'ticdc 3974'],
    mechanism: 'A new owner that finds ADD PARTITION already done opens no dispatcher for the partition.',
  },
  'recover-unwatched': {
    reports: ['tiflow 7682'],
    mechanism: 'The table id that RECOVER TABLE brings back is taken for one that is watched already.',
  },
  'exchange-wrong-schema': {
    reports: ['ticdc 2284'],
    mechanism: 'Rows committed before an EXCHANGE PARTITION are decoded with the schema of after it.',
  },
  'barrier-last-not-first': {
    reports: ['tiflow 10668'],
    mechanism: 'Rows are held back at the last of several waiting DDLs instead of at the first.',
  },
  'same-timestamp-gap': {
    reports: ['ticdc 2057'],
    mechanism: 'A timestamp counts as done once its rows are written, also where a DDL has the same one.',
  },
  'stale-epoch': {
    reports: ['ticdc 1439', 'ticdc 2064', 'ticdc 2139'],
    mechanism:
      'A restarted dispatcher accepts what was sent to the one before it, and skips what lies before that.',
  },
  'two-writers': {
    reports: ['ticdc 2613'],
    mechanism: 'The work of a capture that ends is taken over before its last batch has been written.',
  },
  'pass-never-sent': {
    reports: ['ticdc 1318', 'ticdc 3974'],
    mechanism:
      'A new owner that finds a DDL already done which makes and ends no tables lets nobody pass who waits for it.',
  },
  'drop-create-same-name': {
    reports: ['relatives of tidb-binlog 1181'],
    mechanism:
      'The progress of a dropped table is deleted with it, so its rows are written again, to its successor.',
  },
  'ddl-before-dml': {
    reports: ['ticdc 1587', 'ticdc PR 1310'],
    mechanism: 'A dispatcher reports that it waits for a DDL before the rows ahead of it have been written.',
  },
  'partition-moved': {
    reports: ['ticdc 2613', 'ticdc 3663'],
    mechanism:
      'Rows that arrive while the dispatcher of their partition moves to another capture are dropped.',
  },
  'split-transaction': {
    reports: ['consistency of transactions over several tables'],
    mechanism:
      'A transaction counts as written once the part of any table is, so the others are not replayed.',
  },
  'upstream-reorganize': {
    reports: ['tidb 57510', 'tidb 57523', 'tidb 58226'],
    mechanism: 'Upstream loses rows that are written while REORGANIZE PARTITION copies.',
  },
  'upstream-lost-insert': {
    reports: ['none of one mechanism: what the model of upstream is checked with'],
    mechanism: 'Upstream acknowledges an INSERT and keeps none of its rows.',
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** The name of a fault that can be planted. */
export type FaultName = keyof typeof faults;

/** Every fault that can be planted, for messages and for `doctor`. */
export const faultNames = Object.keys(faults) as readonly FaultName[];

/** The names as faults. Throws UsageError for one that there is none of. */
export function faultsNamed(names: readonly string[]): readonly FaultName[] {
  return names.map((name) => {
    const found = faultNames.find((each) => each === name);
    if (found !== undefined) return found;
    throw new UsageError(`unknown fault '${name}'; the faults are ${faultNames.join(', ')}`);
  });
}

/** The faults planted in one run. */
export class Planted {
  private readonly numbers: ReadonlyMap<FaultName, number>;

  /** `probability`: of each fault at each opportunity, in [0, 1]. `luck` seeds the draw. */
  constructor(
    names: readonly FaultName[],
    private readonly probability: number,
    private readonly luck: number,
  ) {
    this.numbers = new Map(names.map((name) => [name, hashText(name)]));
  }

  /** Whether the fault shows at this opportunity, by a hash of the luck and the opportunity. */
  hits(name: FaultName, opportunity: number): boolean {
    if (this.numbers.size === 0) return false;
    const number = this.numbers.get(name);
    if (number === undefined) return false;
    return share(mix(mix(this.luck, number), opportunity)) < this.probability;
  }
}

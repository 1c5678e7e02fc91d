import { tidb } from '../../sql/tidb.js';
import { UsageError, type Cluster } from '../cluster.js';
import { faultsNamed, Planted } from './faults.js';
import { mix } from './hash.js';
import { EmbeddedSession } from './session.js';

/** How an embedded cluster is opened. */
export interface EmbeddedOptions {
  /** Name of the configuration, for reports. */
  readonly name: string;
  /** Names of planted faults. */
  readonly faults: readonly string[];
  /** Of each planted fault at each opportunity, in [0, 1]; 1 by default. */
  readonly probability?: number;
  /** How many captures there are; 2 by default. */
  readonly captures?: number;
  /** Which of several clusters side by side it is, so that each has luck of its own; 0 by default. */
  readonly worker?: number;
}

/**
 * Opens a small model of a TiCDC-like pipeline in this process: deterministic, in virtual time, nothing to install.
 *
 * How it works, each step in a file of its own: upstream carries out commands (`upstream`), keeps rows under the ids of
 * physical tables (`physicalTables`) and writes down what it commits (`commitLog`). For each physical table one
 * dispatcher on one of the captures (`placement`) takes what is committed there and writes it downstream
 * (`dispatcher`, `sink`). A DDL waits until everybody whom it touches has come to it (`barrier`). Now and then the
 * owner persists how far all of them are (`checkpoint`). Where a capture ends (`captures`), the others go on from
 * there (`takeover`). Downstream is a database that knows nothing of all this (`downstream`). Healthy, downstream
 * always ends equal to upstream; `faults` are the ways in which it does not.
 *
 * A fault with a probability stands for the failures that come and go: the same sequence fails in k of n sessions. Whether it
 * shows is then no part of the input, unlike the schedule, but drawn anew whenever a schedule comes again. The first
 * session of a schedule always has the same luck, so that a search finds the same with the same seed, and the one run of a path too.
 *
 * Throws UsageError for a fault that there is none of and a probability that is none.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Cluster> {
  const { name, probability = 1, captures = 2, worker = 0 } = options;
  const faults = faultsNamed(options.faults);
  if (!(probability >= 0 && probability <= 1)) {
    throw new UsageError(`cluster ${name}: probability ${probability} does not lie between 0 and 1`);
  }
  const planted = faults.map((fault) => (probability < 1 ? `${fault} (${probability})` : fault));
  const luck = new Luck(worker);
  return Promise.resolve({
    name,
    dialect: tidb,
    captures,
    deterministic: planted.length === 0 || probability === 0 || probability === 1,
    followsSchedule: true,
    versions: { embedded: planted.length === 0 ? 'healthy' : planted.join(', ') },
    supports: () => true,
    open: (_database: string, schedule: number) =>
      Promise.resolve(
        new EmbeddedSession(captures, schedule, new Planted(faults, probability, luck.of(schedule))),
      ),
    close: () => Promise.resolve(),
  });
}

/** Seeds what is left to chance in a session. */
class Luck {
  private schedule = NaN;
  private again = 0;

  constructor(private readonly worker: number) {}

  /** For the next session of this schedule: another number for each of several in a row, the same ones every time. */
  of(schedule: number): number {
    this.again = schedule === this.schedule ? this.again + 1 : 0;
    this.schedule = schedule;
    return mix(mix(schedule, this.worker), this.again);
  }
}

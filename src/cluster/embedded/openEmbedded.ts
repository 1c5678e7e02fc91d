import { tidb } from '../../sql/tidb.js';
import { UsageError, type Cluster } from '../cluster.js';
import { faultsNamed, Planted } from './faults.js';
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
 * Throws UsageError for a fault that there is none of and a probability that is none.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Cluster> {
  const { name, probability = 1, captures = 2 } = options;
  const faults = faultsNamed(options.faults);
  if (!(probability >= 0 && probability <= 1)) {
    throw new UsageError(`cluster ${name}: probability ${probability} does not lie between 0 and 1`);
  }
  const planted = faults.map((fault) => (probability < 1 ? `${fault} (${probability})` : fault));
  return Promise.resolve({
    name,
    dialect: tidb,
    captures,
    deterministic: true,
    versions: { embedded: planted.length === 0 ? 'healthy' : planted.join(', ') },
    supports: () => true,
    open: (_database: string, schedule: number) =>
      Promise.resolve(new EmbeddedSession(captures, schedule, new Planted(faults, probability, schedule))),
    close: () => Promise.resolve(),
  });
}

import { randomBytes } from 'node:crypto';
import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { TicdcConf } from '../../conf/ticdc.js';
import { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError } from '../cluster.js';
import { outOfSpace } from '../diskSpace.js';
import { startDownstream, type OwnDownstream } from './downstream.js';
import { endText } from './component.js';
import type { Programs } from './findPrograms.js';
import { OpenApi } from './openApi.js';
import { OwnCapture } from './ownCapture.js';
import { tsoOf, unsupportedBy, type Parts } from './parts.js';
import {
  startPd,
  startTidb,
  startTikv,
  type Extras,
  type Running,
  type TidbServer,
  type Workshop,
} from './programs.js';
import { sinkUri } from './sinkUri.js';
import { together } from './together.js';
import { loopback } from './programArguments.js';

/** How long all captures may be unable to answer one call: ms. A dead owner's session lives on for 10 s. */
const PATIENCE = 60_000;

/** How long what was dropped can be recovered; ten minutes by default. */
const GC_LIFE_TIME = "SET GLOBAL tidb_gc_life_time = '60m'";

/** Upstream: TiDB, with its PD and TiKV. */
interface Upstream {
  readonly tidb: TidbServer;
  readonly pd: number;
  readonly programs: readonly Running[];
}

/**
 * Starts everything, side by side where nothing depends on the other: upstream's PD, then TiKV, then TiDB and the captures; and
 * downstream meanwhile. Throws EnvironmentError, with one line and nothing left, where a program does not come up.
 */
export async function startParts(conf: TicdcConf, programs: Programs): Promise<Parts> {
  const folder = WorkFolder.create();
  const abort = new AbortController();
  const shop: Workshop = {
    folder,
    timeout: conf.startTimeout * 1000,
    signal: abort.signal,
    programs,
    extras: extrasOf(conf),
  };
  const secret = randomBytes(16).toString('hex');
  const captures: OwnCapture[] = [];
  const api = new OpenApi(() => addressesOf(captures), PATIENCE);
  try {
    const [{ tidb, programs: below }, downstream] = await together<[Upstream, OwnDownstream]>(abort, [
      () => startUpstream(shop, conf, api, captures, abort),
      () => startDownstream(shop, conf.downstream, { user: 'cdcheck', password: secret }),
    ]);
    const started = [...below, ...downstream.programs];
    return {
      upstream: { name: 'upstream', link: tidb.link, newLink: (database) => tidb.newLink(database) },
      downstream: downstream.end,
      captures,
      api,
      tso: () => tsoOf(tidb.link),
      sinkUri: sinkUri(downstream, downstream.credentials, { ...timeZone(conf), ...conf.sink }),
      statusUrl: `http://${loopback(tidb.status)}`,
      versions: { ...versionsOf(programs), ...downstream.versions },
      unsupported: unsupportedBy(conf.newarch, conf.downstream === 'tidb'),
      logs: [...started, ...downstream.logs],
      secrets: [secret],
      records: () => [],
      mark: () => trimLogs(folder.path),
      demandIntact: () => demandIntact(folder, started, downstream),
      close: async () => {
        tidb.link.close();
        downstream.end.link.close();
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function startUpstream(
  shop: Workshop,
  conf: TicdcConf,
  api: OpenApi,
  captures: OwnCapture[],
  abort: AbortController,
): Promise<Upstream> {
  const pd = await startPd(shop, 'pd');
  const tikv = await startTikv(shop, 'tikv', pd.port);
  const site = { shop, api, pd: pd.port, newarch: conf.newarch };
  const made = Array.from({ length: conf.captures }, (_, number) => new OwnCapture(number, site));
  const [tidb] = await together<[TidbServer, unknown]>(abort, [
    () => startTidb(shop, 'upstream', pd.port),
    () => Promise.all(made.map((capture) => capture.start())),
  ]);
  captures.push(...made);
  await tidb.link.rows(GC_LIFE_TIME);
  return { tidb, pd: pd.port, programs: [pd, tikv, tidb] };
}

/** The old engine asks downstream for its own time zone by name, which MariaDB knows only with its time zone tables. */
function timeZone({ newarch, downstream }: TicdcConf): Readonly<Record<string, string>> {
  return !newarch && downstream === 'mariadb' ? { 'time-zone': '' } : {};
}

function extrasOf({ extraArgs, env }: TicdcConf): Extras {
  const of = (kind: keyof Extras): Extras[typeof kind] => ({
    args: extraArgs[kind],
    env: env[kind],
  });
  return { pd: of('pd'), tikv: of('tikv'), tidb: of('tidb'), cdc: of('cdc') };
}

function addressesOf(captures: readonly OwnCapture[]): readonly string[] {
  return captures.filter(({ isAlive }) => isAlive).map(({ address }) => address);
}

function versionsOf(programs: Programs): Readonly<Record<string, string>> {
  return {
    ticdc: programs.cdc.version,
    tidb: programs['tidb-server'].version,
    pd: programs['pd-server'].version,
    tikv: programs['tikv-server'].version,
  };
}

/** A log that is larger than this begins anew with the next run: bytes. Programs append to it, so they go on at its new end. */
const LARGEST_LOG = 64 * 1024 * 1024;

async function trimLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.log') && (await stat(file)).size > LARGEST_LOG) await truncate(file);
  }
}

async function demandIntact(
  folder: WorkFolder,
  started: readonly Running[],
  downstream: OwnDownstream,
): Promise<void> {
  const full = await outOfSpace(folder.path);
  if (full !== null) throw new EnvironmentError(full);
  for (const { name, process } of started) {
    if (process.exit !== null) {
      throw new EnvironmentError(`${name} has ended by itself: ${endText(process.exit)}`);
    }
  }
  if (!downstream.isAlive()) throw new EnvironmentError('downstream has ended by itself');
}

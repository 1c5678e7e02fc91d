import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort, onFreePort } from '../../process/freePort.js';
import type { StartedProcess } from '../../process/startedProcess.js';
import { Link } from '../link.js';
import { LogReader } from '../mariadb/serverLog.js';
import { startComponent, type Site } from './component.js';
import type { Programs } from './findPrograms.js';
import { exchange } from './http.js';
import { parseJson } from './json.js';
import {
  loopback,
  PD_CONFIG,
  pdArguments,
  TIKV_CONFIG,
  tidbArguments,
  tidbConfig,
  tikvArguments,
  type Files,
} from './programArguments.js';

/** What users add for each kind of program. */
export interface Extra {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The kinds of programs that users can add to. */
export const kindsOfProgram = ['pd', 'tikv', 'tidb', 'cdc'] as const;

/** Additions by kind of program. */
export type Extras = Readonly<Record<(typeof kindsOfProgram)[number], Extra>>;

/** Where and from what programs are started. */
export interface Workshop extends Site {
  readonly programs: Programs;
  readonly extras: Extras;
}

/** A program that runs, and what it logs. */
export interface Running {
  readonly name: string;
  readonly process: StartedProcess;
  readonly log: LogReader;
}

/** A TiDB server that runs. */
export interface TidbServer extends Running {
  readonly port: number;
  /** Port of its HTTP interface. */
  readonly status: number;
  readonly link: Link;
  newLink(database?: string): Link;
}

/** How long one look at a program may take: ms. */
const LOOK_TIMEOUT = 5_000;

const health = v.array(v.object({ health: v.boolean() }));
const stores = v.object({ stores: v.array(v.object({ store: v.object({ state_name: v.string() }) })) });

/** Starts PD on free ports; it is ready once its only member is healthy. */
export async function startPd(shop: Workshop, name: string): Promise<Running & { readonly port: number }> {
  const files = await filesFor(shop, name, PD_CONFIG);
  return onFreePort(async (port) => {
    const url = `http://${loopback(port)}/pd/api/v1/health`;
    const process = await startComponent(shop, {
      name,
      file: shop.programs['pd-server'].file,
      args: [...pdArguments(files, port, await freePort()), ...shop.extras.pd.args],
      env: shop.extras.pd.env,
      notReady: () => notYet(url, health, (members) => members.some((member) => member.health)),
    });
    return { ...running(name, process), port };
  });
}

/** Starts TiKV; it is ready once its PD counts it among the stores that are up. */
export async function startTikv(shop: Workshop, name: string, pd: number): Promise<Running> {
  const files = await filesFor(shop, name, TIKV_CONFIG);
  return onFreePort(async (port) => {
    const url = `http://${loopback(pd)}/pd/api/v1/stores`;
    const process = await startComponent(shop, {
      name,
      file: shop.programs['tikv-server'].file,
      args: [...tikvArguments(files, port, await freePort(), pd), ...shop.extras.tikv.args],
      env: shop.extras.tikv.env,
      notReady: () =>
        notYet(url, stores, (found) => found.stores.some(({ store }) => store.state_name === 'Up')),
    });
    return running(name, process);
  });
}

/** Starts TiDB on the TiKV of this PD, or on storage of its own; it is ready once it answers a query. */
export async function startTidb(shop: Workshop, name: string, pd: number | null): Promise<TidbServer> {
  const files = await filesFor(shop, name, '');
  await writeFile(files.config, tidbConfig(files));
  return onFreePort(async (port) => {
    const status = await freePort();
    const newLink = (database?: string): Link =>
      new Link(name, { host: '127.0.0.1', port }, { user: 'root', password: '' }, database);
    const link = newLink();
    const process = await startComponent(shop, {
      name,
      file: shop.programs['tidb-server'].file,
      args: [...tidbArguments(files, port, status, pd), ...shop.extras.tidb.args],
      env: shop.extras.tidb.env,
      notReady: () =>
        link.rows('SELECT 1').then(
          () => null,
          (error: unknown) => `mysql://${loopback(port)}: ${String(error)}`,
        ),
    }).catch((error: unknown) => {
      link.close();
      throw error;
    });
    return { ...running(name, process), port, status, link, newLink };
  });
}

/** Null where what the URL answers is as it must be; else the URL and what it answers. */
async function notYet<S extends v.GenericSchema>(
  url: string,
  schema: S,
  isRight: (value: v.InferOutput<S>) => boolean,
): Promise<string | null> {
  const got = await exchange(url, LOOK_TIMEOUT);
  if (got.kind === 'silent') return `${url}: ${got.why}`;
  const said = `${url}: ${got.status} ${got.text.slice(0, 200)}`;
  try {
    const parsed = v.safeParse(schema, parseJson(got.text));
    return parsed.success && isRight(parsed.output) ? null : said;
  } catch {
    return said;
  }
}

async function filesFor({ folder }: Workshop, name: string, config: string): Promise<Files> {
  const files = {
    data: join(folder.path, name),
    config: join(folder.path, `${name}.toml`),
    temporary: join(folder.path, `${name}-tmp`),
    socket: join(folder.path, `${name}.sock`),
  };
  await mkdir(files.temporary);
  await writeFile(files.config, config);
  return files;
}

function running(name: string, process: StartedProcess): Running {
  return { name, process, log: new LogReader(process.output) };
}

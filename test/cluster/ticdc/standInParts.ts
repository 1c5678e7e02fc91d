import { dataTemplate } from '../../../src/cluster/mariadb/dataTemplate.js';
import { detectMariadb } from '../../../src/cluster/mariadb/detectMariadb.js';
import { Server } from '../../../src/cluster/mariadb/server.js';
import { LogReader } from '../../../src/cluster/mariadb/serverLog.js';
import { covers } from '../../../src/cluster/mariadb/gtid.js';
import type { Capture } from '../../../src/cluster/ticdc/capture.js';
import { OpenApi } from '../../../src/cluster/ticdc/openApi.js';
import type { End, Parts } from '../../../src/cluster/ticdc/parts.js';
import { WorkFolder } from '../../../src/process/workFolder.js';
import { Contract, type ContractCapture } from '../../unit/ticdc/contract.js';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A capture of the contract, with a log file that the test writes. */
export class StandInCapture implements Capture {
  isAlive = true;
  ended: string | null = null;
  readonly file: string;
  readonly #reader: LogReader;

  constructor(
    private readonly capture: ContractCapture,
    folder: WorkFolder,
    number: number,
  ) {
    this.file = join(folder.path, `capture${number}.log`);
    this.#reader = new LogReader(this.file);
  }

  get address(): string {
    return this.capture.address;
  }

  async kill(): Promise<void> {
    this.isAlive = false;
    await this.capture.down();
  }

  async start(): Promise<void> {
    await this.capture.up();
    this.isAlive = true;
  }

  mark(): Promise<void> {
    return this.#reader.mark();
  }

  log(): Promise<string> {
    return this.#reader.text();
  }

  /** Lets it log something. */
  writes(line: string): void {
    appendFileSync(this.file, `${line}\n`);
  }
}

/** What stands in for a cluster of TiDB and TiCDC. */
export interface StandIn {
  readonly parts: Parts;
  readonly contract: Contract;
  readonly captures: readonly StandInCapture[];
  readonly upstream: Server;
  readonly downstream: Server;
}

/**
 * Two MariaDB servers, the one a replica of the other, and two captures of the contract. Checkpoints follow what the replica has: they
 * stand still where it does.
 */
export async function standIn(): Promise<StandIn> {
  const found = await detectMariadb();
  if (!found.usable) throw new Error(`${found.problem}; ${found.remedy}`);
  const folder = WorkFolder.create();
  const template = await dataTemplate(found.binaries, found.version, folder);
  const credentials = { user: 'cdcheck', password: 'only for this test' };
  const site = { folder, binaries: found.binaries, template, credentials };
  const [upstream, downstream] = await Promise.all([
    Server.create('upstream', 1, site),
    Server.create('downstream', 2, site),
  ]);
  await downstream.link.rows(
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${upstream.port}, MASTER_USER = '${credentials.user}',
     MASTER_PASSWORD = '${credentials.password}', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1`,
  );
  await downstream.link.rows('START SLAVE');
  // What cdcheck drops there by itself is no part of what is replicated.
  await downstream.link.rows('SET sql_log_bin = 0');
  const contract = await Contract.with(2);
  let checkpoint = contract.now;
  contract.checkpoint = async () => {
    const now = contract.now;
    const target = await upstream.link.value('SELECT @@gtid_binlog_pos');
    const reached = await downstream.link.value('SELECT @@gtid_slave_pos');
    if (covers(reached, target)) checkpoint = now;
    return checkpoint;
  };
  const captures = contract.captures.map((capture, number) => new StandInCapture(capture, folder, number));
  const end = (name: End['name'], server: Server): End => ({
    name,
    link: server.link,
    newLink: (database) => server.newLink(database),
  });
  const alive = (): readonly string[] =>
    captures.filter(({ isAlive }) => isAlive).map(({ address }) => address);
  const parts: Parts = {
    upstream: end('upstream', upstream),
    downstream: end('downstream', downstream),
    captures,
    api: new OpenApi(alive, 5_000),
    tso: () => Promise.resolve((contract.now += 1n << 18n)),
    sinkUri: `mysql://cdcheck:only%20for%20this%20test@127.0.0.1:${downstream.port}/`,
    statusUrl: null,
    versions: { ticdc: 'v8.5.5' },
    unsupported: ['recoverTable'],
    logs: [{ name: 'upstream', log: upstream.log }],
    secrets: [credentials.password],
    records: () => [],
    mark: () => Promise.resolve(),
    demandIntact: () => Promise.resolve(),
    close: async () => {
      await contract.close();
      upstream.link.close();
      downstream.link.close();
      await folder.close();
    },
  };
  return { parts, contract, captures, upstream, downstream };
}

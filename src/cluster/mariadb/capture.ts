import type { Exit } from '../../process/startedProcess.js';
import type { StartedProcess } from '../../process/startedProcess.js';
import { LogReader } from './serverLog.js';
import type { Server, Site } from './server.js';
import { BINLOG } from './settings.js';
import { join } from 'node:path';

/** The downstream lock that the owner holds for as long as its session lives. */
export const OWNER_LOCK = 'cdcheck owner';

/** A capture's log says with such a line when (s since 1970) it became the owner, and from which checkpoint it went on. */
const TAKEN_OVER = /^owner at ([\d.]+) from '(.*)'$/gm;

/** Longest wait for the lock that GET_LOCK takes: s. */
const FOREVER = 31_536_000;

/**
 * One capture: a `mariadb` client that waits for the owner's lock and then, in that same session, applies what
 * `mariadb-binlog` reads from upstream. Reading starts from downstream's checkpoint, which is only asked for once the
 * lock is held: the session of a killed owner, which may still be inside a statement, has then ended. Ends as soon as
 * either program does. Arguments: client, its options' file, downstream's socket, name of this start, mariadb-binlog,
 * upstream's socket, server id to read as, first binlog.
 */
export const CAPTURE = `
client=$1 options=$2 downstream=$3 start=$4 binlog=$5 upstream=$6 id=$7 first=$8
coproc APPLY {
  exec "$client" --defaults-file="$options" --socket="$downstream" --binary-mode --unbuffered --batch --skip-column-names
}
exec 3>&"\${APPLY[1]}" 4<&"\${APPLY[0]}"
printf "SELECT GET_LOCK('%s', 0);\\nSELECT GET_LOCK('${OWNER_LOCK}', ${FOREVER});\\nSELECT @@gtid_binlog_pos;\\n" "$start" >&3
read -r named <&4 && read -r locked <&4 && read -r checkpoint <&4 || { wait; exit 1; }
echo "owner at \${EPOCHREALTIME/[^0-9]/.} from '$checkpoint'"
"$binlog" --defaults-file="$options" --socket="$upstream" --read-from-remote-server --stop-never \\
  --stop-never-slave-server-id="$id" \${checkpoint:+--start-position="$checkpoint"} "$first" >&3 &
wait -n
`;

/** The log of all lives of one capture. */
export function captureLog({ folder }: Site, number: number): LogReader {
  return new LogReader(join(folder.path, `capture${number}.log`));
}

/** A capture that became the owner, and the position after which it carried all. */
export interface Takeover {
  readonly capture: number;
  readonly from: string;
}

/** Who became the owner after whom, as the logs of the captures tell (by their numbers). */
export function takeovers(logs: readonly string[]): readonly Takeover[] {
  return logs
    .flatMap((log, capture) =>
      [...log.matchAll(TAKEN_OVER)].map(([, at, from = '']) => ({ at: Number(at), capture, from })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ capture, from }) => ({ capture, from }));
}

/** One life of a capture, from its start to its end. */
export class Capture {
  readonly log: LogReader;
  readonly #process: StartedProcess;
  readonly #start: string;
  readonly #downstream: Server;
  #isKilled = false;

  private constructor(process: StartedProcess, start: string, downstream: Server, log: LogReader) {
    this.#process = process;
    this.#start = start;
    this.#downstream = downstream;
    this.log = log;
  }

  /** Starts capture `number` for the `life`th time; `options` is the clients' options file. */
  static async start(
    number: number,
    life: number,
    site: Site,
    options: string,
    upstream: Server,
    downstream: Server,
  ): Promise<Capture> {
    const name = `capture${number}`;
    const start = `${name}.${life}`;
    const log = captureLog(site, number);
    await log.mark();
    const process = site.folder.start(name, 'bash', [
      '-c',
      CAPTURE,
      name,
      site.binaries.client,
      options,
      downstream.socket,
      start,
      site.binaries.binlog,
      upstream.socket,
      String(100 + number),
      `${BINLOG}.000001`,
    ]);
    return new Capture(process, start, downstream, log);
  }

  /** How it ended by itself; null while it runs or where it was killed. */
  get ended(): Exit | null {
    return this.#isKilled ? null : this.#process.exit;
  }

  /** Whether it has the owner's lock, or waits for it. */
  async isInLine(): Promise<boolean> {
    const seen = await this.#downstream.link.value(
      `SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = IS_USED_LOCK('${this.#start}')
       AND (STATE = 'User lock' OR ID = IS_USED_LOCK('${OWNER_LOCK}'))`,
    );
    return seen === '1';
  }

  /** Kills its whole process group and returns once it is dead. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.#isKilled = true;
    await this.#process.kill(signal);
  }
}

import type { RowDataPacket } from 'mysql2/promise';
import type { Failure } from './replication.js';

/**
 * Errors after which a server connects again by itself (is_network_error in sql/slave.cc): those of the client library,
 * which are above these, and those of a server that is full or goes down.
 */
const CLIENT_ERRORS = 2000;
const RECONNECTING: readonly number[] = [1040, 1053, 1158, 1159, 1160, 1161, 1927];

/**
 * The error with which replication into a server has stopped; null where it runs, connects, or was stopped on purpose.
 * `status` is a row of SHOW ALL SLAVES STATUS. An I/O error with which the server goes on connecting is no failure.
 */
export function stoppedWith(where: string, status: RowDataPacket): Failure | null {
  const sql = errorOf(where, status['Last_SQL_Errno'], status['Last_SQL_Error']);
  if (sql !== null && status['Slave_SQL_Running'] === 'No') return sql;
  const io = errorOf(where, status['Last_IO_Errno'], status['Last_IO_Error']);
  return io !== null && status['Slave_IO_Running'] === 'No' && !isReconnecting(io.errno) ? io : null;
}

function isReconnecting(errno: number): boolean {
  return errno >= CLIENT_ERRORS || RECONNECTING.includes(errno);
}

function errorOf(where: string, errno: unknown, message: unknown): (Failure & { errno: number }) | null {
  const number = Number(errno);
  return number > 0 ? { kind: 'failed', where, errno: number, message: String(message) } : null;
}

/** A status as lines `name: value`, without what is empty. */
export function statusText(status: RowDataPacket): string {
  return Object.entries(status)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${String(value)}\n`)
    .join('');
}

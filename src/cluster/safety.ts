import { isIPv4 } from 'node:net';
import { UsageError } from './cluster.js';
import type { Link } from './link.js';

/** What a cluster's file must say before cdcheck creates, drops and kills on servers that it did not start. */
export interface Consent {
  readonly destructive: boolean;
  /** Hosts other than this machine's loopback that may be used. */
  readonly allowedHosts: readonly string[];
}

/** A host that a cluster's file names: `key` is its place there, such as `upstream.host`. */
export interface NamedHost {
  readonly key: string;
  readonly host: string;
}

/** Throws UsageError unless the file says `destructive = true` and each host is loopback or listed. Nothing has been started then. */
export function refuseUnsafe(cluster: string, consent: Consent, hosts: readonly NamedHost[]): void {
  if (!consent.destructive) {
    throw new UsageError(
      `cluster ${cluster}: cdcheck creates and drops databases and kills captures there; say destructive = true in its file if it may`,
    );
  }
  const stranger = hosts.find(({ host }) => !isLoopback(host) && !consent.allowedHosts.includes(host));
  if (stranger !== undefined) {
    throw new UsageError(
      `cluster ${cluster}: ${stranger.key} ${stranger.host} is neither loopback nor in allowedHosts; add it there if cdcheck may destroy data on it`,
    );
  }
}

/** Whether a host is this machine by its loopback interface: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Throws UsageError unless this is the name of a run's own database, and one that neither server has. */
export async function refuseForeign(
  database: string,
  servers: readonly { readonly name: string; readonly link: Link }[],
): Promise<void> {
  if (!/^cdcheck_\w+$/.test(database)) {
    throw new UsageError(`database ${database}: the name of a run's database begins with cdcheck_`);
  }
  for (const { name, link } of servers) {
    const found = await link.value(
      `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${database}'`,
    );
    if (found !== '') {
      throw new UsageError(`database ${database} exists already on ${name}; it is left alone`);
    }
  }
}

/** Throws UsageError where a command of a cluster's file holds a password, which everybody on its machine could see. */
export function refusePasswords(
  cluster: string,
  commands: Readonly<Record<string, string>>,
  passwords: readonly string[],
): void {
  const secrets = passwords.filter((password) => password !== '');
  for (const [key, command] of Object.entries(commands)) {
    if (!secrets.some((secret) => command.includes(secret))) continue;
    throw new UsageError(
      `cluster ${cluster}: the command ${key} holds a password, which a list of processes shows; put the command into a script that reads it`,
    );
  }
}

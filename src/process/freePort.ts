import { createServer } from 'node:net';
import { EnvironmentError } from '../cluster/cluster.js';

/** How many ports are tried before the environment counts as failed. */
const TRIES = 5;

/** Thrown by what was started on a port that somebody took in the meantime. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** A loopback TCP port that is free now; nothing holds it until it is bound. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new EnvironmentError('no loopback port is free');
  return address.port;
}

/**
 * Starts something on a free port, and again on another one as long as it throws PortTaken. Throws EnvironmentError
 * after five ports.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>, choose = freePort): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await start(await choose());
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
    }
  }
  throw new EnvironmentError(`${TRIES} free ports in turn were taken by others before they could be bound`);
}

import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort, onFreePort, PortTaken } from '../../../src/process/freePort.js';

describe('freePort', () => {
  it('gives a port that can be bound on loopback', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    await new Promise((resolve) => server.close(resolve));
    expect(port).toBeGreaterThan(1023);
  });
});

describe('onFreePort', () => {
  it('takes another port where one was taken before it could be bound', async () => {
    const ports = [1001, 1002, 1003];
    const tried: number[] = [];
    const start = (port: number): Promise<string> => {
      tried.push(port);
      return port === 1003 ? Promise.resolve('up') : Promise.reject(new PortTaken());
    };
    expect(await onFreePort(start, () => Promise.resolve(ports[tried.length] ?? 0))).toBe('up');
    expect(tried).toEqual([1001, 1002, 1003]);
  });

  it('gives up after five ports', async () => {
    const start = (): Promise<never> => Promise.reject(new PortTaken());
    await expect(onFreePort(start)).rejects.toThrow(
      '5 free ports in turn were taken by others before they could be bound',
    );
  });

  it('passes on any other failure at once', async () => {
    let starts = 0;
    const start = (): Promise<never> => {
      starts += 1;
      return Promise.reject(new Error('no disk'));
    };
    await expect(onFreePort(start)).rejects.toThrow('no disk');
    expect(starts).toBe(1);
  });
});

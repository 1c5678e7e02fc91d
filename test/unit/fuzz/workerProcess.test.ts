import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkerProcess } from '../../../src/fuzz/workerProcess.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-test-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A worker with this as what it does with an order; it may be silent for so many ms. */
function worker(hungAfter: number, onOrder: string): WorkerProcess {
  const module = join(folder, 'worker.mjs');
  writeFileSync(module, `process.on('message', () => { ${onOrder} });\n`);
  return new WorkerProcess(hungAfter, module);
}

describe('the process of a worker', () => {
  it('is killed where it gives no sign of life, and that is what is told of it', async () => {
    const hung = worker(500, '');
    await expect(hung.ask({ type: 'run' })).resolves.toEqual({
      type: 'gone',
      why: 'a worker ended by SIGKILL: no sign of life for 0.5 s',
    });
    expect(() => process.kill(hung.pid, 0)).toThrow('ESRCH');
    await expect(hung.ask({ type: 'run' })).resolves.toMatchObject({ type: 'gone' });
  });

  it('that crashes tells by what', async () => {
    const crashing = worker(60_000, "throw new TypeError('no such thing')");
    await expect(crashing.ask({ type: 'run' })).resolves.toEqual({
      type: 'gone',
      why: 'a worker ended by exit code 1: TypeError: no such thing',
    });
  });
});

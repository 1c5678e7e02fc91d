import { EnvironmentError, UsageError } from '../cluster/cluster.js';
import type { Answer, Order } from './messages.js';
import { WorkerJob } from './workerJob.js';

/*
 * The process of one worker: it has a cluster of its own, does what it is told over IPC, one order after the other, and ends with the
 * process that started it. What it started ends with it.
 */

let job: WorkerJob | null = null;
let isStopping = false;
let orders = Promise.resolve();

function answer(message: Answer): void {
  process.send?.(message);
}

async function carryOut(order: Order): Promise<void> {
  switch (order.type) {
    case 'open':
      job = await WorkerJob.open(order.conf, order.workload, {
        isInterrupted: () => isStopping,
        onRun: () => {
          answer({ type: 'alive' });
        },
      });
      answer({ type: 'ready' });
      break;
    case 'strand':
      opened().begin(order);
      break;
    case 'run':
      answer(await opened().run());
      break;
    case 'shrink':
      answer(await opened().shrink(order.finding, order.how));
      break;
    case 'stop':
      break;
  }
}

function opened(): WorkerJob {
  if (job === null) throw new Error('a worker is told to open its cluster first');
  return job;
}

async function obey(order: Order): Promise<void> {
  try {
    await carryOut(order);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EnvironmentError)) throw error;
    const kind = error instanceof UsageError ? 'usage' : 'environment';
    answer({ type: 'unfit', kind, message: error.message });
  }
}

process.on('message', (order: Order) => {
  if (order.type === 'stop') isStopping = true;
  else orders = orders.then(() => obey(order));
});
process.on('disconnect', () => {
  process.exit();
});
// Ctrl-C reaches every process of the terminal's group; when to end is the parent's business.
process.on('SIGINT', () => undefined);

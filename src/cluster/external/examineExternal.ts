import { randomBytes } from 'node:crypto';
import { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError, type Session, type Signal } from '../cluster.js';
import type { Finding } from '../finding.js';
import type { End, ExternalConf } from './ends.js';
import { ExternalCluster } from './externalCluster.js';
import { endsOf } from './openExternal.js';
import { Pipeline } from './pipeline.js';

/**
 * Looks at each part of a pipeline and uses it once: both servers, the status of every capture, the error command, a row's way
 * downstream in a database of cdcheck's own, and, where captures are to be killed, each kill and start. Throws UsageError for a
 * file that is refused.
 */
export async function* examineExternal(conf: ExternalConf): AsyncGenerator<Finding> {
  const ends = endsOf(conf);
  const { upstream, downstream } = ends;
  const folder = WorkFolder.create();
  try {
    const servers = [yield* server(upstream), yield* server(downstream)];
    const pipeline = new Pipeline(conf, folder, [upstream.password, downstream.password]);
    const commands = [yield* statuses(pipeline), yield* errorCommand(conf, pipeline)];
    yield resetCommand(conf);
    if ([...servers, ...commands].every(Boolean)) {
      yield* carries(conf, new ExternalCluster(conf, ends, {}, folder));
    }
  } finally {
    upstream.link.close();
    downstream.link.close();
    await folder.close();
  }
}

async function* server(end: End): AsyncGenerator<Finding, boolean> {
  const found = await tried(
    end.side,
    async () => `${end.name.slice(end.side.length + 1)}: ${await end.identify()}`,
  );
  yield found;
  if (!found.isWell) return false;
  const left = await end.databases();
  if (left.length > 0) {
    const text = `${left.join(', ')}: of another cdcheck, or left by one that was killed; drop them if none is running`;
    yield { part: 'left over', isWell: true, text: `on ${end.side}: ${text}` };
  }
  return true;
}

async function* statuses(pipeline: Pipeline): AsyncGenerator<Finding, boolean> {
  let isWell = true;
  for (const [number, capture] of pipeline.captures.entries()) {
    const found = await tried(`capture ${number}`, async () => {
      if (await capture.isAlive()) return 'alive';
      await capture.start();
      return 'was not alive; its start command has started it';
    });
    yield found;
    isWell &&= found.isWell;
  }
  return isWell;
}

async function* errorCommand({ error }: ExternalConf, pipeline: Pipeline): AsyncGenerator<Finding, boolean> {
  if (error === undefined) {
    yield { part: 'error', isWell: true, text: 'no command: a pipeline that has failed shows as stuck' };
    return true;
  }
  const found = await tried('error', async () => {
    const failure = await pipeline.failure();
    return failure === null ? 'prints nothing: no error' : `prints: ${failure.message}`;
  });
  yield found;
  return found.isWell;
}

function resetCommand({ reset }: ExternalConf): Finding {
  const text =
    reset === undefined
      ? 'no command: a pipeline that a run has broken stays so, and the runs after it are inconclusive'
      : 'is carried out after a run that broke the pipeline';
  return { part: 'reset', isWell: true, text };
}

async function* carries(conf: ExternalConf, cluster: ExternalCluster): AsyncGenerator<Finding> {
  let session: Session | null = null;
  const begun = performance.now();
  yield await tried('marker', async () => {
    session = await cluster.open(`cdcheck_doctor_${randomBytes(4).toString('hex')}`);
    return `a row of a new database arrives downstream, ${since(begun)} after it was begun`;
  });
  const opened = session as Session | null;
  if (opened === null) return;
  if (conf.supports.includes('killCapture')) {
    for (const number of conf.captures.keys()) {
      for (const signal of ['TERM', 'KILL'] as const)
        yield await killed(opened, number, signal, conf.stuckAfter);
    }
  }
  yield await tried('close', async () => {
    const closing = performance.now();
    await opened.close();
    return `the database is gone on both sides after ${since(closing)}`;
  });
}

async function killed(
  session: Session,
  number: number,
  signal: Signal,
  stuckAfter: number,
): Promise<Finding> {
  return tried(`capture ${number}`, async () => {
    const begun = performance.now();
    await session.kill(number, signal);
    const dead = since(begun);
    const starting = performance.now();
    await session.start(number);
    const alive = since(starting);
    const waiting = performance.now();
    const sync = await session.sync(stuckAfter * 1000);
    if (sync.kind !== 'synced')
      throw new EnvironmentError(`after SIG${signal} and start: ${JSON.stringify(sync)}`);
    return `SIG${signal}: dead after ${dead}; start: alive after ${alive}; the next row arrives after ${since(waiting)}`;
  });
}

async function tried(part: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { part, isWell: true, text: await look() };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return { part, isWell: false, text: error.message };
  }
}

function since(begun: number): string {
  return `${Math.round(performance.now() - begun)} ms`;
}

import { isDeepStrictEqual } from 'node:util';
import type { Cluster, Session } from '../cluster.js';
import type { Finding } from '../finding.js';
import { messageOf } from '../link.js';

/** How long the one row may make no progress: ms. */
const STUCK_AFTER = 60_000;

/** Opens a cluster, has one row carried from end to end in a database of its own, and closes it again: a finding for each step, up to the first that fails. */
export async function* trial(open: () => Promise<Cluster>): AsyncGenerator<Finding> {
  const opened = await step('start', open, (cluster) => versionsText(cluster));
  yield opened.finding;
  if (opened.value === null) return;
  const cluster = opened.value;
  try {
    const database = `cdcheck_doctor_${process.pid}`;
    const session = await step(
      'changefeed',
      () => cluster.open(database, 0),
      () => 'created',
    );
    yield session.finding;
    if (session.value === null) return;
    yield* oneRow(session.value);
  } finally {
    await cluster.close();
  }
}

async function* oneRow(session: Session): AsyncGenerator<Finding> {
  const carried = await step(
    'replication',
    () => carryOneRow(session),
    (text) => text,
  );
  yield carried.finding;
  const closed = await step(
    'end',
    () => session.close(),
    () => 'changefeed and databases are removed',
  );
  yield closed.finding;
}

async function carryOneRow(session: Session): Promise<string> {
  const begun = session.now();
  const commands = [
    { kind: 'createTable', table: 't1', partitions: [{ name: 'p0', lessThan: 'MAXVALUE' }] },
    { kind: 'insert', table: 't1', ids: [1] },
  ] as const;
  for (const [place, command] of commands.entries()) {
    const outcome = await session.execute({ number: place + 1, command });
    if (outcome.kind !== 'ok') throw new Error(`upstream: ${command.kind}: ${outcome.message}`);
  }
  const sync = await session.sync(STUCK_AFTER);
  if (sync.kind !== 'synced') throw new Error(`it does not arrive: ${JSON.stringify(sync)}`);
  const [upstream, downstream] = await Promise.all([
    session.snapshot('upstream'),
    session.snapshot('downstream'),
  ]);
  if (!isDeepStrictEqual(upstream, downstream)) {
    throw new Error(`downstream has ${JSON.stringify(downstream)}, upstream ${JSON.stringify(upstream)}`);
  }
  return `one row arrived ${((session.now() - begun) / 1000).toFixed(1)} s after its table was created`;
}

function versionsText({ versions }: Cluster): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

async function step<T>(
  part: string,
  work: () => Promise<T>,
  text: (value: T) => string,
): Promise<{ readonly finding: Finding; readonly value: T | null }> {
  try {
    const value = await work();
    return { finding: { part, isWell: true, text: text(value) }, value };
  } catch (error) {
    return { finding: { part, isWell: false, text: messageOf(error) }, value: null };
  }
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openMariadb } from '../../../src/cluster/mariadb/openMariadb.js';
import { writeFolder } from '../../../src/report/writeFolder.js';
import { run } from '../../../src/run/run.js';
import { findingsOf, onReplica } from '../../unit/report/counterexamples.js';

const folder = mkdtempSync(join(tmpdir(), 'secrets-test-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('the folder of a run on real servers has neither their password nor the home folder in it', async () => {
  const cluster = await openMariadb({ name: 'mariadb-replica', captures: 'replica' });
  try {
    const downstream = cluster.servers.find(({ name }) => name === 'downstream');
    const connection = readFileSync(
      join(dirname(downstream?.socket ?? ''), 'downstream/master.info'),
      'utf8',
    );
    // MariaDB keeps host, user and password of what it replicates from in lines 4 to 6.
    const password = connection.split('\n')[5] ?? '';
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    const { trace } = await run(onReplica.sequence, cluster, { stuckAfter: 60_000, evidence: false });
    const session = await cluster.open('cdcheck_evidence');
    await session.kill(0, 'KILL');
    await session.start(0);
    const evidence = await session.evidence();
    await session.close();
    await writeFolder(folder, { ...findingsOf(onReplica), trace, evidence });
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['downstream-status.txt', 'replica0-status.txt']));
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect([name, text.includes(password), text.includes(`${homedir()}/`)]).toEqual([name, false, false]);
    }
  } finally {
    await cluster.close();
  }
});

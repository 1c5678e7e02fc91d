import { expect, it } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';
import { clusterFor } from '../../../src/conf/savedCluster.js';

it('runs a saved counterexample where it was found, or where it is told to', () => {
  const saved = { ...loadCluster('mariadb'), stuckAfter: 7 };
  expect(clusterFor('c.json', saved, undefined, undefined)).toBe(saved);
  expect(clusterFor('c.json', saved, 'embedded', undefined)).toEqual(loadCluster('embedded'));
});

it('carries out no shell commands of a saved file', () => {
  const saved = loadCluster('external');
  expect(() => clusterFor('c.json', saved, undefined, undefined)).toThrow(
    new UsageError(
      'c.json was found on cluster external; the shell commands in a saved file are not carried out: ' +
        "say --cluster and the cluster's own .toml file",
    ),
  );
  expect(clusterFor('c.json', saved, 'external', undefined)).toEqual(saved);
});

it('plants the faults that are asked for in place of those that it was found with', () => {
  const saved = { ...loadCluster('embedded'), faults: ['two-writers'] };
  expect(clusterFor('c.json', saved, undefined, undefined)).toBe(saved);
  expect(clusterFor('c.json', saved, undefined, 'stale-epoch')).toEqual({
    ...saved,
    faults: ['stale-epoch'],
  });
  expect(clusterFor('c.json', loadCluster('mariadb'), 'embedded', 'stale-epoch, two-writers')).toEqual({
    ...loadCluster('embedded'),
    faults: ['stale-epoch', 'two-writers'],
  });
  expect(() => clusterFor('c.json', loadCluster('mariadb'), undefined, 'two-writers')).toThrow(
    new UsageError('CDCHECK_FAULTS=two-writers: cluster mariadb takes no faults; choose cluster embedded'),
  );
});

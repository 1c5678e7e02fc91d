import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { loadCluster } from '../../../src/conf/cluster.js';
import { readEnvironment } from '../../../src/conf/environment.js';
import { withPlantedFaults } from '../../../src/conf/plantedFaults.js';
import { loadWorkload } from '../../../src/conf/workload.js';

const folder = mkdtempSync(join(tmpdir(), 'conf-test-'));
const file = join(folder, 'mine.toml');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The message of loading a shipped file with one piece of text replaced. */
function messageWith(load: (path: string) => unknown, shipped: string, from: string, to: string): string {
  const text = readFileSync(shipped, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  try {
    load(file);
  } catch (error) {
    return (error as Error).message;
  }
  return 'loaded';
}

describe('loadWorkload', () => {
  it('reads the issue’s ten tables of two shapes', () => {
    const { space, length } = loadWorkload('issue-1192');
    expect(length).toEqual({ min: 8, max: 16 });
    expect(space.normal).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(space.partitioned).toEqual(['t6', 't7', 't8', 't9', 't10']);
    expect(space.layouts).toEqual([
      [
        { name: 'p0', lessThan: 200 },
        { name: 'p1', lessThan: 1000 },
        { name: 'p2', lessThan: 'MAXVALUE' },
      ],
    ]);
  });

  it('reads the issue’s lanes: a DDL lane for each shape, ten that insert, one that kills', () => {
    const { lanes } = loadWorkload('issue-1192').space;
    expect(lanes.map(({ count, tables }) => [count, tables])).toEqual([
      [1, 'normal'],
      [1, 'partitioned'],
      [10, 'all'],
      [1, 'all'],
    ]);
    expect(lanes[3]?.weights).toEqual({ killCapture: 3, startCapture: 2 });
  });

  it.each([
    ['insert = 10', 'insert = -1', `'weights.insert' is -1, it must be >=0`],
    ['insert = 10', 'inssert = 10', `unknown key 'weights.inssert'`],
    ['maxRows = 3', 'maxRows = 3.5', `'maxRows' is 3.5, it must be a whole number`],
    ['maxRows = 3', '', `'maxRows' is missing`],
    ['maxRows = 3', 'maxRows = 1000000000', `'maxRows' is 1000000000, it must be <=1000`],
    ['maxId = 300', 'maxId = 3000000000', `'maxId' is 3000000000, it must be <=2147483647`],
    [
      '[["p0", 100], ["p1", "MAXVALUE"]],',
      '[["p0` x", 100]],',
      `'tables.layouts.1.0.0' is "p0\` x", it must be /^[A-Za-z_][A-Za-z0-9_]{0,63}$/`,
    ],
    ['[["p0", 100], ["p1", "MAXVALUE"]],', '[],', `'tables.layouts.1' is 0, it must be >=1`],
    ['maxId = 300', 'maxId = "a"', `'maxId' is "a", it must be number`],
  ])('%s → %s gets one clear line', (from, to, line) => {
    const message = messageWith(loadWorkload, 'conf/workloads/smoke.toml', from, to);
    expect(message).toBe(`workload file ${file}: ${line}`);
  });

  it.each([
    [
      '[["p0", 100], ["p1", "MAXVALUE"]],',
      '[["p0", 100], ["p0", 50]],',
      'tables.layouts, number 2: duplicatePartition, rangeNotIncreasing',
    ],
    ['min = 5', 'min = 50', 'commands.min is larger than commands.max'],
    [
      'createTable = 2',
      'createTable = 0',
      'weights.createTable must be above 0: without a table nothing applies',
    ],
    [
      'normal = 2\npartitioned = 2',
      'normal = 0\npartitioned = 0',
      'tables: there must be at least one table',
    ],
  ])('%s → %s is refused', (from, to, line) => {
    const message = messageWith(loadWorkload, 'conf/workloads/smoke.toml', from, to);
    expect(message).toBe(`workload file ${file}: ${line}`);
  });

  it('names the line of text that is not TOML', () => {
    const message = messageWith(loadWorkload, 'conf/workloads/smoke.toml', 'maxRows = 3', 'maxRows = ');
    expect(message).toBe(`workload file ${file}, line 2: Invalid TOML document: invalid value`);
  });

  it('lists what there is for an unknown name', () => {
    expect(() => loadWorkload('nope')).toThrow(/^unknown workload 'nope': there are .*issue-1192.*smoke/);
  });
});

describe('loadCluster', () => {
  it('reads the shipped clusters', () => {
    expect(loadCluster('mariadb')).toEqual({
      kind: 'mariadb',
      name: 'mariadb',
      captures: 'stream',
      stuckAfter: 60,
      tries: 20,
      workers: 1,
    });
    expect(loadCluster('embedded').kind).toBe('embedded');
  });

  it.each([
    [
      'kind = "mariadb"',
      'kind = "oracle"',
      `'kind' is "oracle", it must be ("mariadb" | "embedded" | "ticdc" | "ticdc-endpoints" | "external")`,
    ],
    ['"stream"', '"strem"', `'captures' is "strem", it must be ("stream" | "replica")`],
    ['tries = 20', 'trys = 20', `unknown key 'trys'`],
    ['kind = "mariadb"', '', `'kind' is missing`],
  ])('%s → %s gets one clear line', (from, to, line) => {
    const message = messageWith(loadCluster, 'conf/clusters/mariadb.toml', from, to);
    expect(message).toBe(`cluster file ${file}: ${line}`);
  });

  it('says that a file cannot be read', () => {
    expect(() => loadCluster('./no/such.toml')).toThrow(
      /^cluster file \.\/no\/such\.toml cannot be read: ENOENT/,
    );
  });
});

describe('the environment of the property runs', () => {
  it('has the defaults that the README tells', () => {
    expect(readEnvironment({})).toEqual({
      cluster: 'auto',
      workload: 'smoke',
      runs: 25,
      seed: null,
      path: null,
      out: 'cdcheck-failures',
      shrinkMinutes: 10,
      explainMinutes: 2,
    });
  });

  it('takes what is empty for unset', () => {
    const names = ['CLUSTER', 'WORKLOAD', 'RUNS', 'SEED', 'PATH', 'OUT', 'SHRINK_MINUTES', 'EXPLAIN_MINUTES'];
    const empty = Object.fromEntries(names.map((name) => [`CDCHECK_${name}`, '']));
    expect(readEnvironment(empty)).toEqual(readEnvironment({}));
  });

  it.each([-(2 ** 31), -1, 0, 2 ** 31 - 1])('takes %d for a seed', (seed) => {
    expect(readEnvironment({ CDCHECK_SEED: String(seed) }).seed).toBe(seed);
  });

  it.each([
    [{ CDCHECK_RUNS: '0' }, 'CDCHECK_RUNS=0: it must be a whole number from 1 on'],
    [{ CDCHECK_RUNS: '1e3' }, 'CDCHECK_RUNS=1e3: it must be a whole number from 1 on'],
    [{ CDCHECK_SEED: 'x' }, 'CDCHECK_SEED=x: it must be a whole number of 32 bits'],
    [{ CDCHECK_SEED: '2147483648' }, 'CDCHECK_SEED=2147483648: it must be a whole number of 32 bits'],
    [{ CDCHECK_SEED: '-2147483649' }, 'CDCHECK_SEED=-2147483649: it must be a whole number of 32 bits'],
    [{ CDCHECK_PATH: '3' }, 'CDCHECK_PATH=3 goes with CDCHECK_SEED: set the one that was printed with it'],
    [
      { CDCHECK_SEED: '1', CDCHECK_PATH: 'a' },
      'CDCHECK_PATH=a: it must be a path as cdcheck printed it, such as 17',
    ],
    [
      { CDCHECK_SEED: '1', CDCHECK_PATH: '999999999999' },
      'CDCHECK_PATH=999999999999: it must be a path as cdcheck printed it, such as 17',
    ],
  ])('%j gets one clear line', (env, line) => {
    expect(() => readEnvironment(env)).toThrow(new UsageError(line));
  });

  it('plants faults in the embedded cluster only', () => {
    expect(withPlantedFaults(loadCluster('embedded'), 'two-writers, stale-epoch')).toMatchObject({
      faults: ['two-writers', 'stale-epoch'],
    });
    expect(() => withPlantedFaults(loadCluster('mariadb'), 'two-writers')).toThrow(
      'CDCHECK_FAULTS=two-writers: cluster mariadb takes no faults; choose cluster embedded',
    );
  });
});

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FuzzFolder } from '../../../src/fuzz/fuzzFolder.js';
import { cdcheck, ownTmpdir } from '../cli/cli.js';

let folder: string;

beforeAll(async () => {
  folder = ownTmpdir();
  for (const [out, ...shard] of [['one'], ['odd', '--shard', '1/2'], ['even', '--shard', '2/2']]) {
    const args = ['--cluster', 'embedded', '--workload', 'partition-ddl', '--runs', '500', '--seed', '7'];
    const rest = ['--explain-minutes', '0', '--out', out ?? '', ...shard];
    await cdcheck(folder, ['fuzz', ...args, ...rest], { CDCHECK_FAULTS: 'truncate-then-insert' });
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function read(out: string): FuzzFolder {
  const wanted = { cluster: 'embedded', workload: 'partition-ddl', guided: true, seed: null };
  const found = new FuzzFolder(join(folder, out), wanted, 0, []);
  found.close();
  return found;
}

/** What follows from the runs alone, whenever and wherever they were carried out. */
function told(out: string): unknown {
  const { state, filed } = read(out);
  return {
    statistics: state.statistics,
    strands: state.strands,
    features: [...state.features].sort(),
    seen: Object.entries(state.seen)
      .map(([text, { count, first }]) => ({ text, count, first }))
      .sort((a, b) => (a.text < b.text ? -1 : 1)),
    signatures: filed.map(({ text }) => text).sort(),
  };
}

describe('cdcheck merge', () => {
  it('makes of two shards what one search of the same seeds is', async () => {
    const { stdout, exitCode } = await cdcheck(folder, ['merge', 'odd', 'even', '--out', 'both']);
    expect(stdout).toMatch(/^500 runs, /m);
    expect(exitCode).toBe(0);
    expect(told('both')).toEqual(told('one'));
  });

  it('refuses what would count twice', async () => {
    const { stderr, exitCode } = await cdcheck(folder, ['merge', 'odd', 'one', '--out', 'twice']);
    expect(stderr).toMatch(/^cdcheck: one has runs of seed 7 that another one of the folders has too: /);
    expect(exitCode).toBe(2);
  });

  it('refuses a folder that is none of a search', async () => {
    const { stderr, exitCode } = await cdcheck(folder, ['merge', 'odd', 'gone', '--out', 'x']);
    expect(stderr).toBe('cdcheck: gone is not the folder of a search by cdcheck fuzz');
    expect(exitCode).toBe(2);
  });
});

describe('cdcheck corpus', () => {
  it('lists, minimises without covering less, and replays', async () => {
    const list = async (): Promise<string | undefined> =>
      (await cdcheck(folder, ['corpus', 'list', 'odd'])).stdout.split('\n').at(-1);
    const [, entries, features] = /^(\d+) entries cover (\d+) features$/.exec((await list()) ?? '') ?? [];
    expect(readdirSync(join(folder, 'odd/corpus'))).toHaveLength(Number(entries));
    const { stdout } = await cdcheck(folder, ['corpus', 'minimise', 'odd/corpus']);
    const [, kept, ...rest] =
      /^(\d+) of (\d+) entries kept; they cover the same (\d+) features$/.exec(stdout) ?? [];
    expect(rest).toEqual([entries, features]);
    expect(Number(kept)).toBeLessThan(Number(entries));
    expect(await list()).toBe(`${kept ?? ''} entries cover ${features ?? ''} features`);
    const args = ['corpus', 'replay', 'odd/corpus', '--cluster', 'embedded'];
    const replayed = await cdcheck(folder, args);
    expect(replayed.exitCode).toBe(0);
    expect(replayed.stdout).toContain(`0 of ${kept ?? ''} runs failed on embedded, 0 inconclusive; `);
    const faulty = await cdcheck(folder, args, { CDCHECK_FAULTS: 'truncate-then-insert' });
    expect(faulty.exitCode).toBe(1);
  });

  it('says where there is none', async () => {
    const { stderr, exitCode } = await cdcheck(folder, ['corpus', 'list', 'gone']);
    expect(stderr).toBe('cdcheck: gone has no corpus: give the folder of a search, or its corpus');
    expect(exitCode).toBe(2);
  });
});

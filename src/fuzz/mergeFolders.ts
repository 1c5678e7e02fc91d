import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../cluster/cluster.js';
import { makeFolder } from '../process/makeFolder.js';
import { adding, readCorpus, writeEntry } from './corpus.js';
import { bestOf, readFiled, type Filed } from './filed.js';
import { paths } from './fuzzFolder.js';
import { readIdentity, refuseOther, writeIdentity, type SearchIdentity } from './identity.js';
import { lock } from './lock.js';
import { keepPending, readPending } from './pending.js';
import { includes } from './progression.js';
import { merged, newState, strandsOf, type FuzzState } from './state.js';
import { StateFolder, writeState } from './stateFolder.js';

/** What the merged folder holds. */
export interface MergedFolder {
  readonly state: FuzzState;
  readonly filed: readonly Filed[];
  /** Entries of the corpus. */
  readonly entries: number;
}

/**
 * Merges the folders of searches, the shards of one or searches with other seeds, into a new one: statistics added, of each signature the best
 * counterexample, of the corpus what adds something. It can be gone on with like any other. Throws UsageError where two have done the same
 * runs, where one is no search or another one's, or where `out` is not empty.
 */
export function mergeFolders(folders: readonly string[], out: string): MergedFolder {
  if (existsSync(out) && readdirSync(out).length > 0) {
    throw new UsageError(`${out} is not empty: give a new folder with --out`);
  }
  const identities = folders.map(identityIn);
  const [identity] = identities;
  if (identity === undefined) throw new UsageError('there is nothing to merge: give the folders of searches');
  for (const [place, other] of identities.entries()) refuseOther(folders[place] ?? '', other, identity);
  const releases = folders.map((folder) => lock(join(folder, paths.lock)));
  try {
    let state = newState;
    for (const folder of folders) {
      const next = new StateFolder(folder).state;
      refuseTwice(state, next, folder);
      state = merged(state, next);
    }
    const corpus = folders
      .flatMap((folder) => readCorpus(join(folder, paths.corpus)))
      .sort((a, b) => a.from.seed - b.from.seed || a.from.run - b.from.run);
    const entries = adding(corpus);
    makeFolder(join(out, paths.failures));
    for (const entry of entries) writeEntry(join(out, paths.corpus), entry);
    for (const { folder } of bestOf(folders.flatMap((each) => readFiled(join(each, paths.failures))))) {
      cpSync(folder, join(out, paths.failures, basename(folder)), { recursive: true });
    }
    for (const finding of folders.flatMap((folder) => readPending(join(folder, paths.pending)))) {
      keepPending(join(out, paths.pending), finding);
    }
    writeState(out, state);
    writeIdentity(join(out, paths.identity), identity);
    return { state, filed: readFiled(join(out, paths.failures)), entries: entries.length };
  } finally {
    for (const release of releases) release();
  }
}

function identityIn(folder: string): SearchIdentity {
  const identity = readIdentity(join(folder, paths.identity));
  if (identity === null) throw new UsageError(`${folder} is not the folder of a search by cdcheck fuzz`);
  return identity;
}

function refuseTwice(a: FuzzState, b: FuzzState, folder: string): void {
  for (const seed of Object.keys(b.strands).map(Number)) {
    const [before, next] = [strandsOf(a, seed), strandsOf(b, seed)];
    const isIn = (strand: number): boolean =>
      includes(before.done, strand) || before.begun[strand] !== undefined;
    const begun = Object.keys(next.begun).map(Number);
    const done = next.done.flatMap(([from, to, step]) =>
      Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => from + place * step),
    );
    if ([...begun, ...done].some(isIn)) {
      throw new UsageError(
        `${folder} has runs of seed ${seed} that another one of the folders has too: they would count twice; merge shards, or searches of other seeds`,
      );
    }
  }
}

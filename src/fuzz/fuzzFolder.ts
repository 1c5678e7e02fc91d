import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sequence } from '../../model/sequence.js';
import { numbered } from '../../model/numbered.js';
import { signatureText, type Signature } from '../check/signature.js';
import { makeFolder } from '../process/makeFolder.js';
import { readCorpus, writeEntry, type CorpusEntry } from './corpus.js';
import { file, isBetter, readFiled, type Filed } from './filed.js';
import { readIdentity, refuseOther, writeIdentity, type SearchIdentity } from './identity.js';
import { explaining } from './known.js';
import { lock } from './lock.js';
import type { Finding, Kept, Ran, ShrinkDone } from './messages.js';
import { dropPending, keepPending, readPending } from './pending.js';
import type { FuzzState, Point } from './state.js';
import { StateFolder } from './stateFolder.js';

/** Where things stand in a search's folder. */
export const paths = {
  identity: 'fuzz.json',
  lock: 'lock',
  corpus: 'corpus',
  failures: 'failures',
  pending: 'pending',
  /** Where workers write folders of counterexamples; what is found there at the start is not whole. */
  incoming: 'incoming',
  status: 'status.html',
} as const;

/** How often a signature was seen; `filed` null where it is one that the workload says is known. */
export interface Counted {
  readonly text: string;
  readonly count: number;
  readonly filed: Filed | null;
}

/** What became of a finding once it was shrunk: a new signature, a better counterexample of one, or neither. */
export type FiledAs = { readonly kind: 'new' | 'better'; readonly filed: Filed } | { readonly kind: 'known' };

/** A search's folder: everything that it has found out. Whenever its process is killed, the next one reads all but the run in flight. */
export class FuzzFolder {
  readonly path: string;
  readonly identity: SearchIdentity;
  /** Sequences of other seeds: what mutants are made of from the beginning. */
  readonly base: readonly Sequence[];
  readonly #known: readonly { readonly signature: Signature; readonly text: string }[];
  readonly #state: StateFolder;
  readonly #release: () => void;
  readonly #own: CorpusEntry[];
  #filed: readonly Filed[];
  #pending: readonly Finding[];

  /**
   * Takes the folder, which is made where there is none. `seed` null: the one that it had. Throws UsageError where it is taken, damaged, or another
   * search's.
   */
  constructor(
    path: string,
    wanted: Omit<SearchIdentity, 'seed'> & { readonly seed: number | null },
    freshSeed: number,
    known: readonly Signature[],
  ) {
    makeFolder(path);
    this.path = path;
    this.#release = lock(join(path, paths.lock));
    const found = readIdentity(join(path, paths.identity));
    this.identity = { ...wanted, seed: wanted.seed ?? found?.seed ?? freshSeed };
    if (found !== null) refuseOther(path, found, this.identity);
    writeIdentity(join(path, paths.identity), this.identity);
    rmSync(join(path, paths.incoming), { recursive: true, force: true });
    this.#known = known.map((signature) => ({ signature, text: signatureText(signature) }));
    this.#state = new StateFolder(path);
    const corpus = readCorpus(join(path, paths.corpus));
    const isOwn = ({ from }: CorpusEntry): boolean => from.seed === this.identity.seed;
    this.base = corpus.filter((entry) => !isOwn(entry)).map(({ sequence }) => sequence);
    this.#own = corpus.filter(isOwn).map(({ sequence, features, from }) => ({ sequence, features, from }));
    this.#filed = readFiled(join(path, paths.failures));
    this.#pending = readPending(join(path, paths.pending));
  }

  get state(): FuzzState {
    return this.#state.state;
  }

  get filed(): readonly Filed[] {
    return this.#filed;
  }

  /** Findings that are still to be shrunk. */
  get pending(): readonly Finding[] {
    return this.#pending;
  }

  /** Where a worker may write the folder of a finding. */
  incoming({ seed, run }: Finding): string {
    return join(this.path, paths.incoming, `${seed}-${run}`);
  }

  /** What is kept of the runs from `first` on, up to `end`, of this search's own seed. */
  kept(first: number, end: number): readonly Kept[] {
    return this.#own.filter(({ from }) => from.run >= first && from.run < end);
  }

  /** Takes up a run of a strand; whether it is to be shrunk, as it has failed in a new way, or in fewer commands than were known to be enough. */
  take(strand: number, { run, statistics, parts, added, kept, finding }: Ran): boolean {
    const { seed } = this.identity;
    const features = added.filter((feature) => !this.state.features.has(feature));
    if (kept !== null && features.length > 0) {
      const entry = { ...kept, from: { seed, run } };
      writeEntry(join(this.path, paths.corpus), entry);
      this.#own.push(entry);
    }
    const isWanted = finding !== null && this.#isWanted(finding);
    if (isWanted) {
      keepPending(join(this.path, paths.pending), finding);
      this.#pending = [...this.#pending, finding];
    }
    const signature = finding?.signature ?? null;
    const at = new Date().toISOString();
    this.#state.add({ type: 'ran', seed, strand, run, statistics, parts, features, signature, at });
    return isWanted;
  }

  /** Takes up what became of a finding; it is no longer pending. */
  settle(finding: Finding, done: ShrinkDone): FiledAs {
    const text = signatureText(done.signature);
    const known = this.#knownAs(done.signature);
    const other = this.#filed.find((each) => each.text === text) ?? null;
    const folder = dirname(done.file);
    let filedAs: FiledAs = { kind: 'known' };
    const better = (): boolean => other !== null && isBetter({ ...done, text, folder }, other);
    if ((known === null && other === null) || better()) {
      const name = `${text.split(/[(+]/)[0]?.trim().replaceAll(' ', '-') ?? 'failure'}-${finding.seed}-${finding.run}`;
      const filed = file(folder, join(this.path, paths.failures), name, other);
      this.#filed = [...this.#filed.filter((each) => each !== other), filed];
      filedAs = { kind: other === null ? 'new' : 'better', filed };
    }
    if (this.ownerOf(finding.signature) !== (known ?? text)) {
      this.#state.add({ type: 'became', signature: finding.signature, as: known ?? text });
    }
    this.forget(finding);
    rmSync(this.incoming(finding), { recursive: true, force: true });
    return filedAs;
  }

  /** Gives up on a finding. */
  forget(finding: Finding): void {
    dropPending(join(this.path, paths.pending), finding);
    this.#pending = this.#pending.filter((each) => each !== finding);
  }

  /** The text of the signature that a failure counts under: a known one, or one that was filed; null where it is new. */
  ownerOf(signature: Signature): string | null {
    return this.state.seen[signatureText(signature)]?.as ?? this.#knownAs(signature);
  }

  /** Keeps how far the search is, for the curves. */
  mark(point: Point): void {
    this.#state.add({ type: 'point', point });
  }

  /** How often each signature was seen, most often first; those that are known and those that were filed, and none for what is still to be shrunk. */
  counts(): readonly Counted[] {
    const counts = new Map<string, number>();
    for (const { signature, count } of Object.values(this.state.seen)) {
      const owner = this.ownerOf(signature);
      if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + count);
    }
    for (const { text } of this.#filed) if (!counts.has(text)) counts.set(text, 0);
    return [...counts]
      .map(([text, count]) => ({
        text,
        count,
        filed: this.#filed.find((each) => each.text === text) ?? null,
      }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  }

  /** Gives the folder back. Where its state cannot be written anew, the journal has it. */
  close(): void {
    try {
      this.#state.save();
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
    } finally {
      this.#release();
    }
  }

  #isWanted({ signature, sequence }: Finding): boolean {
    if (this.#pending.some((each) => signatureText(each.signature) === signatureText(signature)))
      return false;
    const owner = this.ownerOf(signature);
    if (owner === null) return true;
    const filed = this.#filed.find(({ text }) => text === owner);
    return filed !== undefined && numbered(sequence.commands).length < filed.commands;
  }

  #knownAs(signature: Signature): string | null {
    return explaining(signature, [...this.#known, ...this.#filed])?.text ?? null;
  }
}

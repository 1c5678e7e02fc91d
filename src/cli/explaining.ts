import type { Sequence } from '../../model/sequence.js';
import { clusterFor } from '../conf/savedCluster.js';
import { explain, type Explaining } from '../explain/explain.js';
import type { Explanation } from '../explain/explanation.js';
import { reap } from '../process/reap.js';
import { sequenceLines } from '../report/describe.js';
import type { ExplainedLine } from '../report/explained.js';
import { loadCounterexample } from '../report/loadCounterexample.js';
import { openArena } from '../search/arena.js';
import { budget } from '../search/budget.js';
import { refuseUnsupported } from '../search/supported.js';
import type { Dialect } from '../sql/dialect.js';
import { live, standardError } from './live.js';
import { INTERRUPTED, interruption } from './stopping.js';

/** Options of `cdcheck explain` and `cdcheck compare`. */
export interface ExplainOptions {
  readonly cluster?: string;
  readonly minutes: number;
}

/** What is printed about. */
export interface ExplainedFile {
  readonly explanation: Explanation;
  readonly sequence: Sequence;
  readonly dialect: Dialect;
}

/**
 * Explains a saved counterexample and prints its sequence and `lines` of what came of it. Exit code 1 where it failed, 0 where it never
 * did, 3 where no run told anything, 130 where it was interrupted before it failed.
 */
export async function explaining(
  file: string,
  options: ExplainOptions,
  what: Explaining['what'],
  lines: (explained: ExplainedFile) => readonly string[],
): Promise<void> {
  const { cluster: found, ...counterexample } = loadCounterexample(file);
  const { sequence } = counterexample;
  const conf = clusterFor(file, found.conf, options.cluster, process.env['CDCHECK_FAULTS']);
  reap();
  const screen = live(standardError);
  const limit = budget(options.minutes, interruption(screen.say));
  limit.start();
  const arena = await openArena(conf, ({ runs, failures }) => {
    screen.update(() => `explaining: run ${runs}, ${failures} failed`);
  });
  try {
    const { cluster, runners } = arena;
    const { dialect } = cluster;
    refuseUnsupported(sequence, cluster);
    const explanation = await explain(
      { ...counterexample, foundOn: found.conf.name },
      { cluster, runners, failure: null, maxTries: conf.tries, budget: limit, what },
    );
    screen.end();
    const text = [
      ...sequenceLines(dialect, sequence),
      '',
      ...lines({ explanation, sequence, dialect }),
      ...endLines(explanation),
    ];
    process.stdout.write(`${text.join('\n')}\n`);
    process.exitCode = exitCodeOf(explanation);
  } finally {
    await arena.close();
  }
}

function endLines({ cluster, ended }: Explanation): readonly string[] {
  switch (ended) {
    case 'complete':
      return [`on ${cluster}`];
    case 'budget':
      return [`on ${cluster}; stopped before its end by its budget: --minutes gives it more`];
    case 'interrupted':
      return [`on ${cluster}; stopped before its end by an interrupt`];
  }
}

function exitCodeOf({ unchanged, ended }: Explanation): number {
  if (unchanged.failed > 0) return 1;
  if (ended === 'interrupted') return INTERRUPTED;
  return unchanged.runs > 0 ? 0 : 3;
}

/** Longer texts are cut where they only say which line it is. */
const LONGEST = 72;

/** The lines as a table. */
export function table(lines: readonly ExplainedLine[]): readonly string[] {
  const cells = lines.map(({ what, fails, seen }) => [cut(what), fails, seen]);
  const width = (column: number): number => Math.max(...cells.map((each) => each[column]?.length ?? 0));
  return cells.map(([what = '', fails = '', seen = '']) =>
    `${what.padEnd(width(0))}  ${fails.padEnd(width(1))}  ${seen}`.trimEnd(),
  );
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

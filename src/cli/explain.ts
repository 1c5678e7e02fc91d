import { explainedLines, momentLines, storyTitle } from '../report/explained.js';
import { explaining, table, type ExplainOptions } from './explaining.js';

/** `cdcheck explain FILE`: why a saved counterexample fails: the verdict, what it takes, and what happened to its rows. */
export async function explainSaved(file: string, options: ExplainOptions): Promise<void> {
  await explaining(file, options, 'all', ({ explanation, sequence, dialect }) => [
    `verdict: ${explanation.verdict.sentence}`,
    '',
    ...table(explainedLines(explanation, sequence, dialect)),
    '',
    ...explanation.rows.flatMap((story) => [
      storyTitle(story),
      ...momentLines(story.upstream).map((line) => `  upstream:   ${line}`),
      ...momentLines(story.downstream).map((line) => `  downstream: ${line}`),
      '',
    ]),
  ]);
}

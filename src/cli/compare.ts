import { explainedLines } from '../report/explained.js';
import { explaining, table, type ExplainOptions } from './explaining.js';

/** `cdcheck compare FILE`: how a saved counterexample fails with another failover. */
export async function compareSaved(file: string, options: ExplainOptions): Promise<void> {
  await explaining(file, options, 'failover', ({ explanation, sequence, dialect }) => [
    ...table(explainedLines(explanation, sequence, dialect)),
    '',
  ]);
}

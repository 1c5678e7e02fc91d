#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EnvironmentError, UsageError } from '../cluster/cluster.js';
import { program } from './program.js';

/** Exit codes: 0 passed, 1 counterexample, 2 usage or configuration, 3 inconclusive. */
function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) return 2;
  return 3;
}

/** Whoever reads the output may stop reading (`| head -1`): then there is nobody to tell, and that is no error. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof UsageError || error instanceof EnvironmentError) {
    process.stderr.write(`cdcheck: ${error.message}\n`);
  } else if (!(error instanceof CommanderError)) {
    process.stderr.write(
      `cdcheck: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
  process.exitCode = codeOf(error);
}

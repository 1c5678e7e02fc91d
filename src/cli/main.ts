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

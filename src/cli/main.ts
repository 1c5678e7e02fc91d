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

/** What is told of an error: one line where the user or the environment is at fault; a stack where cdcheck is. Commander has told of its own. */
function textOf(error: unknown): string {
  if (error instanceof CommanderError) return '';
  if (!(error instanceof Error)) return `cdcheck: ${String(error)}\n`;
  const isKnown = error instanceof UsageError || error instanceof EnvironmentError || 'syscall' in error;
  return `cdcheck: ${isKnown ? error.message : (error.stack ?? error.message)}\n`;
}

try {
  await program().parseAsync();
} catch (error) {
  process.stderr.write(textOf(error));
  process.exitCode = codeOf(error);
}

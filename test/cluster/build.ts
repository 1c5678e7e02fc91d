import { join } from 'node:path';
import { execa } from 'execa';

/** Compiles the sources once before the tests of this project, so that the command line under test is that of this tree. */
export async function setup(): Promise<void> {
  await execa('npm', ['run', 'build'], { cwd: join(import.meta.dirname, '../..') });
}

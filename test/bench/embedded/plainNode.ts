import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { HealthyRuns } from './healthyRuns.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds `healthyRuns.ts` with all that it imports, as `npm run build` does, and makes so many runs in a plain Node process, on
 * one core where there is `taskset`: modules as a test runner transforms them are slower. The build lies inside
 * the package, where what it imports and reads is found, and is gone afterwards.
 */
export async function inPlainNode(runs: number): Promise<HealthyRuns> {
  mkdirSync(`${root}/test-results`, { recursive: true });
  const build = mkdtempSync(`${root}/test-results/build-`);
  const inRoot = execa({ cwd: root, preferLocal: true });
  try {
    await inRoot('tsc', ['--project', 'test/bench/embedded/tsconfig.build.json', '--outDir', build]);
    const oneCore = ['taskset', '--cpu-list', '0'];
    const { failed } = await inRoot({ reject: false })('env', [...oneCore, 'true']);
    const command = [process.execPath, `${build}/test/bench/embedded/healthyRuns.js`, String(runs)];
    const { stdout } = await inRoot('env', failed ? command : [...oneCore, ...command]);
    return JSON.parse(stdout) as HealthyRuns;
  } finally {
    rmSync(build, { recursive: true, force: true });
  }
}

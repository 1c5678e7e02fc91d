import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../../../src/cluster/ticdc/versions.js';
import type { TicdcConf } from '../../../src/conf/ticdc.js';

/** Makes a folder with programs that stand in for the real ones. */
export function standIns(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    const script = join(import.meta.dirname, 'programs', `${program}.mjs`);
    writeFileSync(join(bin, program), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}

/** A cluster of the programs in this folder; `env` goes to all of them. */
export function confOf(
  binaries: string,
  env: Readonly<Record<string, string>> = {},
  more: Partial<TicdcConf> = {},
): TicdcConf {
  return {
    name: 'test',
    binaries,
    version: 'newest',
    newarch: true,
    captures: 2,
    downstream: 'mariadb',
    startTimeout: 20,
    warningAfter: 1,
    changefeed: {},
    sink: {},
    extraArgs: { pd: [], tikv: [], tidb: [], cdc: [] },
    env: { pd: env, tikv: env, tidb: env, cdc: env },
    ...more,
  };
}

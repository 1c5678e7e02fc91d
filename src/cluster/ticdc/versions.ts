/** The programs of a TiDB cluster with TiCDC. */
export const programs = ['pd-server', 'tikv-server', 'tidb-server', 'cdc'] as const;

/** One of the programs. */
export type Program = (typeof programs)[number];

/** The arguments with which each tells its version. */
export const versionArguments: Readonly<Record<Program, readonly string[]>> = {
  'pd-server': ['-V'],
  'tikv-server': ['-V'],
  'tidb-server': ['-V'],
  cdc: ['version'],
};

/** tiup's names for them: the folders under `~/.tiup/components`. */
export const components: Readonly<Record<Program, string>> = {
  'pd-server': 'pd',
  'tikv-server': 'tikv',
  'tidb-server': 'tidb',
  cdc: 'cdc',
};

/**
 * The oldest versions that can do what commands ask for: `ALTER TABLE … PARTITION BY` and `REMOVE PARTITIONING` came with TiDB
 * 7.5 (pingcap/docs, releases/release-7.5.0), TiCDC's new architecture with v8.5.4-release.1 (ticdc/ticdc-architecture).
 */
export function oldest(program: Program, newarch: boolean): string {
  return program === 'cdc' && newarch ? '8.5.4-release.1' : '7.5.0';
}

/** The version of a program that was built without one: nothing can be said against it. */
export const UNKNOWN = 'unknown';

/** The version in what a program prints of itself: `8.5.5`, `9.0.0-beta.2`; null where it is no such program. */
export function versionIn(output: string): string | null {
  const told = /Release Version:\s*(\S+)/.exec(output)?.[1];
  if (told === undefined) return null;
  return /^v?(\d+\.\d+\.\d+.*)$/.exec(told)?.[1] ?? UNKNOWN;
}

/** Orders versions, the oldest first: by their numbers, then one with a suffix (`-beta.2`) before the one without. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const place of [0, 1, 2]) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  const [suffix, other] = [suffixOf(a), suffixOf(b)];
  if (suffix === other) return 0;
  if (suffix === '' || other === '') return suffix === '' ? 1 : -1;
  return suffix < other ? -1 : 1;
}

function numbersOf(version: string): readonly number[] {
  return plain(version).split('-')[0]?.split('.').map(Number) ?? [];
}

function suffixOf(version: string): string {
  const dash = version.indexOf('-');
  return dash < 0 ? '' : version.slice(dash + 1);
}

function plain(version: string): string {
  return version.replace(/^v/, '');
}

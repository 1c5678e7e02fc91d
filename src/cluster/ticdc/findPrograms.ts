import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../cluster.js';
import {
  compareVersions,
  components,
  oldest,
  programs,
  UNKNOWN,
  versionArguments,
  versionIn,
  type Program,
} from './versions.js';

/** Where the programs of a cluster are looked for. */
export interface Wanted {
  /** A folder that holds all of them; null: the PATH, then the components that tiup has installed. */
  readonly binaries: string | null;
  /** Which version of tiup's components (`v8.5.5`); null: the newest one. */
  readonly version: string | null;
  /** Whether captures run TiCDC's new architecture. */
  readonly newarch: boolean;
}

/** One program: the file, and the version that it tells. */
export interface Found {
  readonly file: string;
  readonly version: string;
}

/** What there is of one program; where it cannot be used, why, in one line. */
export type Finding =
  | ({ readonly program: Program; readonly problem: null } & Found)
  | { readonly program: Program; readonly problem: string };

/** The programs of a cluster, by name. */
export type Programs = Readonly<Record<Program, Found>>;

/** How long a program may take to tell its version: ms. */
const VERSION_TIMEOUT = 20_000;

/** Looks for every program, and asks each for its version. */
export function findPrograms(wanted: Wanted): Promise<readonly Finding[]> {
  return Promise.all(programs.map((program) => look(program, wanted)));
}

/** The programs of this cluster. Throws UsageError, with one line, where one is missing or too old. */
export async function demandPrograms(cluster: string, wanted: Wanted): Promise<Programs> {
  const found: Partial<Record<Program, Found>> = {};
  for (const finding of await findPrograms(wanted)) {
    if (finding.problem !== null) throw new UsageError(`cluster ${cluster}: ${finding.problem}`);
    found[finding.program] = { file: finding.file, version: finding.version };
  }
  return found as Programs;
}

async function look(program: Program, wanted: Wanted): Promise<Finding> {
  const file = fileOf(program, wanted);
  if (file === null) return { program, problem: missing(program, wanted) };
  const version = await versionOf(program, file);
  if (version === null) {
    const asked = [file, ...versionArguments[program]].join(' ');
    return { program, problem: `'${asked}' does not tell a version of ${program}` };
  }
  const least = oldest(program, wanted.newarch);
  if (version === UNKNOWN || compareVersions(version, least) >= 0) {
    return { program, problem: null, file, version };
  }
  const why = program === 'cdc' && wanted.newarch ? ' for newarch = true' : '';
  return { program, problem: `${file} is version ${version}, but cdcheck needs ${least} or newer${why}` };
}

function fileOf(program: Program, { binaries, version }: Wanted): string | null {
  if (binaries !== null) return executable(join(binaries, program));
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => executable(join(folder, program)))
    .find((file) => file !== null);
  if (onPath !== undefined && version === null) return onPath;
  return tiupFile(program, version);
}

function missing(program: Program, { binaries, version }: Wanted): string {
  if (binaries !== null) return `binaries = "${binaries}": there is no ${program} in it that can be run`;
  const which = version === null ? '' : `:${version}`;
  const looked = version === null ? 'on the PATH or ' : `in version ${version} `;
  return `${program} is not to be found ${looked}under ${tiupHome()}; install it with: tiup install ${components[program]}${which}, or set binaries to a folder that holds it`;
}

/** A component of tiup is a folder with one folder for each version, and the program in that. */
function tiupFile(program: Program, version: string | null): string | null {
  const folder = join(tiupHome(), 'components', components[program]);
  const installed = version === null ? foldersIn(folder).toSorted(compareVersions).toReversed() : [version];
  return (
    installed.map((each) => executable(join(folder, each, program))).find((file) => file !== null) ?? null
  );
}

function tiupHome(): string {
  return process.env['TIUP_HOME'] ?? join(homedir(), '.tiup');
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function executable(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

async function versionOf(program: Program, file: string): Promise<string | null> {
  try {
    const { stdout, stderr } = await promisify(execFile)(file, [...versionArguments[program]], {
      timeout: VERSION_TIMEOUT,
    });
    return versionIn(`${stdout}\n${stderr}`);
  } catch {
    return null;
  }
}

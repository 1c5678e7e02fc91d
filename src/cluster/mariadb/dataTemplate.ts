import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { folderPrefix, isDead, ownerOf } from '../../process/folderName.js';
import type { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError } from '../cluster.js';
import type { MariadbBinaries } from './detectMariadb.js';
import { asUser, LAYOUT } from './settings.js';
import { tailOf } from './serverLog.js';

/** Databases that no server of ours uses: more than half of all files. */
const UNUSED = ['sys', 'performance_schema'] as const;

/**
 * An initialised data folder that every server of this version starts from as a copy. It is made once per machine and
 * user in the cache folder; where that cannot be written, once per cluster. Throws EnvironmentError where
 * `mariadb-install-db` fails.
 */
export async function dataTemplate(
  binaries: MariadbBinaries,
  version: string,
  folder: WorkFolder,
): Promise<string> {
  const cache = join(cacheHome(), 'cdcheck');
  const layout = createHash('sha256')
    .update([...LAYOUT, ...UNUSED].join(' '))
    .digest('hex')
    .slice(0, 8);
  const template = join(cache, `mariadb-${version}-${layout}`);
  if (await exists(template)) return template;
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await access(cache, constants.W_OK);
  } catch {
    return initialise(binaries, join(folder.path, 'template'), folder);
  }
  await removeUnfinished(cache);
  const unfinished = await mkdtemp(join(cache, folderPrefix()));
  try {
    await initialise(binaries, join(unfinished, 'data'), folder);
    await publish(join(unfinished, 'data'), template);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return template;
}

/** The XDG base directory specification says that an XDG_CACHE_HOME which is empty or relative counts as unset. */
function cacheHome(): string {
  const given = process.env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(given) ? given : join(homedir(), '.cache');
}

/** Copies a data folder; shares its blocks where the file system can. */
export async function copyTemplate(template: string, data: string): Promise<void> {
  await cp(template, data, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function initialise(binaries: MariadbBinaries, data: string, folder: WorkFolder): Promise<string> {
  const temporary = join(folder.path, 'install-tmp');
  await mkdir(temporary, { recursive: true });
  const install = folder.start('install', binaries.install, [
    '--no-defaults',
    ...asUser(),
    `--datadir=${data}`,
    `--tmpdir=${temporary}`, // a server that starts removes the temporary tables of every other one in the same folder
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
    ...LAYOUT,
  ]);
  const { code } = await install.exited;
  if (code !== 0) {
    throw new EnvironmentError(`mariadb-install-db failed: ${await tailOf(install.output)}`);
  }
  for (const unused of UNUSED) await rm(join(data, unused), { recursive: true, force: true });
  return data;
}

/** A rename is atomic; where another cdcheck was first, its template is as good. */
async function publish(data: string, template: string): Promise<void> {
  try {
    await rename(data, template);
  } catch (error) {
    if (!(await exists(template))) throw new EnvironmentError(`cannot write ${template}: ${String(error)}`);
  }
}

/** What a cdcheck left that was killed while it made a template. */
async function removeUnfinished(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const owner = ownerOf(basename(name));
    if (owner !== null && isDead(owner)) await rm(join(cache, name), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

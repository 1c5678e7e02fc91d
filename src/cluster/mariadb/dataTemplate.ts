import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { folderPrefix, isDead, ownerOf } from '../../process/folderName.js';
import { makeFolder } from '../../process/makeFolder.js';
import type { WorkFolder } from '../../process/workFolder.js';
import { EnvironmentError } from '../cluster.js';
import type { MariadbBinaries } from './detectMariadb.js';
import { outOfSpace } from '../diskSpace.js';
import { folderDigest } from './folderDigest.js';
import { asUser, LAYOUT } from './settings.js';
import { tailOf } from './serverLog.js';

/** Databases that no server of ours uses: more than half of all files. */
const UNUSED = ['sys', 'performance_schema'] as const;

/** What a template in the cache consists of: the data folder, and its digest, by which damage is seen. */
const PARTS = { data: 'data', digest: 'digest' } as const;

/**
 * An initialised data folder that every server of this version starts from as a copy. It is made once per machine and
 * user in the cache folder, and anew where it is damaged; where that folder cannot be written, once per cluster. Throws
 * EnvironmentError where `mariadb-install-db` fails.
 */
export async function dataTemplate(
  binaries: MariadbBinaries,
  version: string,
  folder: WorkFolder,
): Promise<string> {
  const cache = join(cacheHome(), 'cdcheck');
  const layout = createHash('sha256')
    .update([...LAYOUT, ...UNUSED, ...Object.values(PARTS)].join(' '))
    .digest('hex')
    .slice(0, 8);
  const template = join(cache, `mariadb-${version}-${layout}`);
  if (await isWhole(template)) return join(template, PARTS.data);
  try {
    makeFolder(cache, 0o700);
    await access(cache, constants.W_OK);
  } catch {
    return initialise(binaries, join(folder.path, 'template'), folder);
  }
  await removeUnfinished(cache);
  const unfinished = await mkdtemp(join(cache, folderPrefix()));
  try {
    const made = join(unfinished, 'template');
    await mkdir(made);
    const data = await initialise(binaries, join(made, PARTS.data), folder);
    await writeFile(join(made, PARTS.digest), await folderDigest(data));
    await publish(made, template, join(unfinished, 'damaged'));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(template, PARTS.data);
}

/** Whether there is a template that is as it was when it was made. */
async function isWhole(template: string): Promise<boolean> {
  try {
    const digest = await readFile(join(template, PARTS.digest), 'utf8');
    return digest === (await folderDigest(join(template, PARTS.data)));
  } catch {
    return false;
  }
}

/** The XDG base directory specification says that an XDG_CACHE_HOME which is empty or relative counts as unset. */
function cacheHome(): string {
  const given = process.env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(given) ? given : join(homedir(), '.cache');
}

/** Copies a data folder; shares its blocks where the file system can. Throws EnvironmentError where it cannot be copied. */
export async function copyTemplate(template: string, data: string): Promise<void> {
  try {
    await cp(template, data, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    const full = await outOfSpace(dirname(data));
    throw new EnvironmentError(full ?? `cannot copy ${template}: ${String(error)}`);
  }
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
    const full = await outOfSpace(dirname(data));
    throw new EnvironmentError(`mariadb-install-db failed: ${full ?? (await tailOf(install.output))}`);
  }
  for (const unused of UNUSED) await rm(join(data, unused), { recursive: true, force: true });
  return data;
}

/** A rename is atomic; where another cdcheck was first, its template is as good. A damaged one makes room for it. */
async function publish(made: string, template: string, damaged: string): Promise<void> {
  try {
    await rename(made, template);
  } catch {
    if (await isWhole(template)) return;
    try {
      await rename(template, damaged);
      await rename(made, template);
    } catch (error) {
      throw new EnvironmentError(`cannot write ${template}: ${String(error)}`);
    }
  }
}

/** What a cdcheck left that was killed while it made a template. */
async function removeUnfinished(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const owner = ownerOf(basename(name));
    if (owner !== null && isDead(owner)) await rm(join(cache, name), { recursive: true, force: true });
  }
}

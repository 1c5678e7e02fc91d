import { identify, pidScope, type PidScope } from './identity.js';

/** Who made a work folder, as its name says. A name is there at once and whole, which a file in the folder is not. */
export interface Owner extends PidScope {
  readonly pid: number;
  readonly startTime: string;
}

/** The beginning of every work folder's name. */
export const FOLDER_PREFIX = 'cdcheck-';

/** The end of a work folder's name once it is being removed by `reap`. */
export const REAPED = '.reaped';

/** The name of a work folder of this process, up to the random end that mkdtemp adds. */
export function folderPrefix(): string {
  const { boot, namespace } = pidScope();
  const startTime = identify(process.pid)?.startTime ?? '0';
  return `${FOLDER_PREFIX}${boot}-${namespace}-${process.pid}-${startTime}-`;
}

/** The owner that a folder's name tells of; null where it is not the name of a work folder. */
export function ownerOf(folder: string): Owner | null {
  const match = /^cdcheck-([0-9a-f]{12})-([0-9a-z]+)-(\d+)-(\d+)-\w{6}(?:\.reaped)?$/.exec(folder);
  const [, boot, namespace, pid, startTime] = match ?? [];
  if (boot === undefined || namespace === undefined || pid === undefined || startTime === undefined) {
    return null;
  }
  return { boot, namespace, pid: Number(pid), startTime };
}

/**
 * Whether the owner is known to be dead: it belongs to an earlier boot, or its pid is free, a zombie or someone else's.
 * Nothing can be known of another pid namespace.
 */
export function isDead(owner: Owner): boolean {
  const scope = pidScope();
  if (owner.boot !== scope.boot) return true;
  if (owner.namespace !== scope.namespace) return false;
  const now = identify(owner.pid);
  return now?.startTime !== owner.startTime || now.isZombie;
}

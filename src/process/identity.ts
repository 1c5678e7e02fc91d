import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * What tells one process from every other one that ever ran on this boot: a pid is used again, a pid with its start
 * time (clock ticks since boot) is not. Fields of /proc/PID/stat, see proc_pid_stat(5).
 */
export interface Identity {
  readonly pid: number;
  readonly group: number;
  readonly startTime: string;
  /** Dead, but not yet collected by its parent. */
  readonly isZombie: boolean;
}

/** Reads a line of /proc/PID/stat; null where it is not a whole one. The name in brackets may itself hold brackets. */
export function parseStat(line: string): Identity | null {
  const pid = /^(\d+) \(/.exec(line)?.[1];
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .trimEnd()
    .split(' ');
  const [state, , group] = fields;
  const startTime = fields[19];
  if (pid === undefined || state === undefined || group === undefined) return null;
  if (startTime === undefined || fields.length < 40) return null;
  const isZombie = state === 'Z' || state === 'X';
  return { pid: Number(pid), group: Number(group), startTime, isZombie };
}

/** The process that has this pid now, or null. */
export function identify(pid: number): Identity | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether any process of this group still runs; zombies do not count. */
export function groupRuns(group: number): boolean {
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    const process = identify(Number(entry));
    return process?.group === group && !process.isZombie;
  });
}

/** Where pids have their meaning: this boot, and this pid namespace (a container shares /tmp more often than pids). */
export interface PidScope {
  readonly boot: string;
  readonly namespace: string;
}

/** The scope of this process's pids. */
export function pidScope(): PidScope {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
  const inode = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  return { boot: boot.slice(0, 12), namespace: Number(inode).toString(36) };
}

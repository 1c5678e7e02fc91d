import type { Divergence } from './explanation.js';
import { isServerOf } from './refusal.js';
import type { Scene } from './scene.js';

/** The DDL on this table, or one that shares a DDL with it, that is next to the divergence: the one that it names, else the one before it. */
export function nearestDdl(divergence: Divergence | null, table: string, { commands }: Scene): number | null {
  if (divergence === null) return null;
  const { command, against } = divergence;
  const named = [against, command].find((number) => commands.isDdl(number));
  if (named !== undefined) return named;
  const ddls = commands.all
    .filter(({ number }) => commands.isDdl(number) && commands.tablesOf(number).includes(table))
    .map(({ number }) => number);
  return closest(ddls, command);
}

/**
 * The kill that is next to the divergence: the last one before it, where it is known when that happened, else the first one
 * after the command that went wrong, else the last one before that. Of a server that is a capture, its own kills count.
 */
export function nearestKill(
  divergence: Divergence | null,
  { trace }: Scene,
  server = 'downstream',
): number | null {
  const all = trace
    .filter((entry) => entry.type === 'command')
    .filter(({ command }) => command.kind === 'killCapture');
  const own = all.filter(({ command }) => 'capture' in command && isServerOf(server, command.capture));
  const kills = own.length > 0 ? own : all;
  if (divergence === null) return kills.length === 1 ? (kills[0]?.number ?? null) : null;
  const { at, command, kind } = divergence;
  // What never came has no time of its own.
  const isTimed = at !== null && !kind.startsWith('never') && kind !== 'stuckAt';
  const before = isTimed ? kills.findLast(({ start }) => start <= at) : undefined;
  const after = kills.find(({ number }) => command !== null && number > command);
  return (before ?? after ?? kills.at(-1))?.number ?? null;
}

function closest(numbers: readonly number[], to: number | null): number | null {
  if (to === null) return null;
  return numbers.findLast((number) => number < to) ?? numbers[0] ?? null;
}

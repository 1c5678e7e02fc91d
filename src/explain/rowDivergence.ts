import { divergence } from './divergence.js';
import type { Divergence } from './explanation.js';
import type { Fate } from './fates.js';
import { fatesOfRow, isWrite, sameChange, toldAt, type WrongRow } from './rowFates.js';
import type { Course, Scene } from './scene.js';
import { strayed } from './strayed.js';
import { repeatedDdl } from './tableDivergence.js';

/**
 * Where downstream's course left upstream's for one row: what was done there that must never be; else what upstream did to the row last
 * and downstream never did; else a DDL on its tables that came twice, since rows that come again by it do so rightly; else what downstream
 * wrote after it had done what follows that upstream. Null where both courses agree.
 */
export function rowDivergence(row: WrongRow, scene: Scene): Divergence | null {
  const { upstream, downstream } = scene;
  if (downstream === null) return null;
  const [up, down] = [fatesOfRow(upstream, row), fatesOfRow(downstream, row)];
  return (
    strayed(row, scene) ??
    never(up, upstream, downstream) ??
    repeatedDdl(tablesOf([...up, ...down]), scene) ??
    tooLate(up, down, upstream, downstream)
  );
}

function tablesOf(fates: readonly Fate[]): readonly string[] {
  return fates.flatMap(({ before, after }) => [before, after].flatMap((place) => place?.table ?? []));
}

function never(up: readonly Fate[], upstream: Course, downstream: Course): Divergence | null {
  const isMissing = ({ entry }: Fate): boolean =>
    sameChange(downstream, toldAt(upstream, entry)).length === 0;
  const isThere = up.at(-1)?.after !== null;
  const write = isThere ? up.findLast((fate) => isWrite(upstream, fate)) : undefined;
  if (write !== undefined && isMissing(write)) {
    return divergence('neverWritten', toldAt(upstream, write.entry), null);
  }
  const missing = up.findLast((fate) => !isWrite(upstream, fate) && isMissing(fate));
  if (missing === undefined) return null;
  const told = toldAt(upstream, missing.entry);
  return divergence(told.change.kind === 'ddl' ? 'neverExecuted' : 'neverRemoved', told, null);
}

/** The last write of a row that is there: it came after something that downstream had done by then and upstream did later. */
function tooLate(
  up: readonly Fate[],
  down: readonly Fate[],
  upstream: Course,
  downstream: Course,
): Divergence | null {
  const write = down.at(-1)?.after === null ? undefined : down.findLast((fate) => isWrite(downstream, fate));
  if (write === undefined) return null;
  const told = toldAt(downstream, write.entry);
  const [written] = sameChange(upstream, told);
  if (written === undefined) return null;
  for (const { entry } of up) {
    const later = toldAt(upstream, entry);
    const [done] = sameChange(downstream, later);
    const isOvertaken = entry > written && done !== undefined && done < write.entry;
    if (!isOvertaken || later.command === told.command) continue;
    const isAgain = (sameChange(downstream, told)[0] ?? write.entry) < done;
    return divergence(isAgain ? 'writtenAgain' : 'writtenLate', told, later.command);
  }
  return null;
}

import type { Divergence } from './explanation.js';
import { listed } from './phrases.js';
import type { Scene } from './scene.js';

/** Half a sentence of the verdict, and the commands that it names, in their order there. */
export interface Clause {
  readonly text: string;
  readonly commands: readonly number[];
}

/** How a table came to be wrong downstream ("there"), in half a sentence. `kill` is the one next to the divergence. */
export function causeOf(divergence: Divergence | null, kill: number | null, scene: Scene): Clause {
  if (divergence === null) return { text: unknown(scene), commands: [] };
  const { commands } = scene;
  const { kind, command, against, capture } = divergence;
  const it = command === null ? 'a change that is no command' : commands.name(command);
  const that = against === null ? 'another change' : commands.name(against);
  const clause = (text: string, ...named: readonly (number | null)[]): Clause => ({
    text,
    commands: named.filter((number) => number !== null),
  });
  switch (kind) {
    case 'executedTwice':
      return clause(`${it} was executed twice there${aroundText(divergence, kill, scene)}`, command, kill);
    case 'neverExecuted':
      return clause(`${it} was never executed there`, command);
    case 'neverWritten':
      return clause(
        isPartlyDone(divergence, scene)
          ? `only a part of ${it} was written there`
          : `${it} was never written there`,
        command,
      );
    case 'neverRemoved':
      return clause(`${it} was never carried out there`, command);
    case 'writtenLate':
      return clause(
        `${it} was written there only after ${that}, which comes after it upstream`,
        command,
        against,
      );
    case 'writtenAgain': {
      const by = capture === null ? '' : `, by capture ${capture}`;
      const after = kill === null ? '' : `, after ${commands.name(kill)}`;
      return clause(`${it} was written there again after ${that}${by}${after}`, command, against, kill);
    }
    case 'writtenEarly':
      return clause(
        `${it} was written there before ${that}, which comes before it upstream`,
        command,
        against,
      );
    case 'executedEarly':
      return clause(
        `${it} was executed there before ${that}, which comes before it upstream`,
        command,
        against,
      );
    case 'writtenElsewhere':
      return clause(`${it} was written into ${elsewhereText(divergence, scene)}`, command, against);
    case 'upstream':
      return clause(`${it} is as wrong upstream, so it is not replication that loses it`, command);
    case 'unrecorded':
    case 'refused':
    case 'stuckAt':
      return clause(`${it} is where replication ended`, command);
  }
}

/** `, before and after the kill #5 of capture 0`, unless the times are known and say otherwise. */
function aroundText({ command }: Divergence, kill: number | null, scene: Scene): string {
  if (kill === null) return '';
  const first = scene.downstream?.told.find((told) => told.command === command)?.at ?? null;
  const killed = scene.trace.find(({ number }) => number === kill)?.end ?? null;
  const isBetween = first === null || killed === null || first <= killed;
  return `, ${isBetween ? 'before and after' : 'after'} ${scene.commands.name(kill)}`;
}

/** `t2 there and into t1 upstream, as if EXCHANGE PARTITION #4 had come before it`. */
function elsewhereText({ command, against }: Divergence, { upstream, downstream, commands }: Scene): string {
  const tables = [downstream, upstream].map((course) =>
    course?.told.flatMap(({ command: number, change }) =>
      number === command && change.kind !== 'ddl' ? [change.table] : [],
    ),
  );
  const [there, right] = tables.map((names) => listed([...new Set(names)], 'and'));
  const early = against === null ? '' : `, as if ${commands.name(against)} had come before it`;
  return `${there ?? ''} there and into ${right ?? ''} upstream${early}`;
}

function unknown({ downstream }: Scene): string {
  return downstream === null
    ? 'the cluster does not tell what was executed there'
    : 'what was executed there does not say how';
}

/** Whether other rows of the same transaction were written downstream. */
function isPartlyDone({ command }: Divergence, { downstream }: Scene): boolean {
  return downstream?.told.some((told) => told.command === command) ?? false;
}

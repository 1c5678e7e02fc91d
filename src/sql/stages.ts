import type { Kind } from '../../model/command.js';
import type { Reason } from '../../model/reason.js';

/**
 * What a server looks at in one go before it carries out a command, with the error number of each reason. Reasons of
 * one stage that hold at once are met in the order in which the model gives them (row by row, statement by statement).
 */
export type Stage = Readonly<Partial<Record<Reason, number>>>;

/** The stages of each kind of command, in the server's order. */
export type Stages = Readonly<Record<Kind, readonly Stage[]>>;

/** The numbers of the reasons that the first stage of this kind finds, in the order of the reasons. */
export function firstFound(stages: Stages, kind: Kind, reasons: readonly Reason[]): readonly number[] {
  for (const stage of stages[kind]) {
    const found = numbersOf(stage, reasons);
    if (found.length > 0) return found;
  }
  return [];
}

/** The numbers of all of the reasons, whatever the order of the stages. */
export function allFound(stages: Stages, kind: Kind, reasons: readonly Reason[]): readonly number[] {
  return [...new Set(stages[kind].flatMap((stage) => numbersOf(stage, reasons)))];
}

/** Every reason that this kind of command can meet and that has this number. */
export function reasonsOf(stages: Stages, kind: Kind, errno: number): readonly Reason[] {
  const found = stages[kind].flatMap((stage) => Object.entries(stage) as [Reason, number][]);
  return found.filter(([, number]) => number === errno).map(([reason]) => reason);
}

function numbersOf(stage: Stage, reasons: readonly Reason[]): readonly number[] {
  return reasons.flatMap((reason) => stage[reason] ?? []);
}

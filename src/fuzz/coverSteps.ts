import { applyIfRight, expectation } from '../../model/apply.js';
import { numbered, type SingleCommand } from '../../model/numbered.js';
import type { Sequence } from '../../model/sequence.js';
import { emptyState, type State } from '../../model/state.js';
import type { Trace } from '../run/trace.js';

/** One command as far as coverage looks at it. `outcome`: `ok`, `unknown`, `error` where it was only foreseen, or a server's number. */
export interface CoverStep {
  readonly command: SingleCommand;
  readonly outcome: string;
  /** Which block and which lane of it; null outside of blocks. */
  readonly block: number | null;
  readonly lane: number | null;
}

/** The commands that were carried out, in the order in which they ended. */
export function stepsSeen(trace: Trace): readonly CoverStep[] {
  return trace
    .filter((entry) => entry.type === 'command')
    .map(({ command, outcome, block, lane, end }) => {
      const text = outcome.kind === 'error' ? String(outcome.errno) : outcome.kind;
      return { step: { command, outcome: text, block: block ?? null, lane: lane ?? null }, end };
    })
    .sort((a, b) => a.end - b.end)
    .map(({ step }) => step);
}

/** The commands as the model foresees them, blocks lane after lane; without those that would find nothing to do. */
export function stepsForeseen({ commands }: Sequence, captures: number): readonly CoverStep[] {
  const steps: CoverStep[] = [];
  let state = emptyState(captures);
  for (const { command, number, place, lane } of numbered(commands)) {
    const applies = expectation(state, command).kind !== 'error';
    if (!applies && (command.kind === 'killCapture' || command.kind === 'startCapture')) continue;
    const step = { command, outcome: applies ? 'ok' : 'error', block: lane === null ? null : place, lane };
    steps.push(step);
    state = stateAfter(state, step, number);
  }
  return steps;
}

/** The state after a step, as far as the model can follow. */
export function stateAfter(state: State, { command, outcome }: CoverStep, number: number): State {
  return outcome === 'ok' ? applyIfRight(state, command, number) : state;
}

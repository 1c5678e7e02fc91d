import { ruleOf, type Kind } from '../../model/command.js';
import { emptyState } from '../../model/state.js';
import type { Table } from '../../model/table.js';
import { stateAfter, type CoverStep } from './coverSteps.js';
import { Line } from './line.js';
import { touchedPartitions } from './touched.js';

/**
 * What a run covers, as texts: each kind of command with its outcome (`insert = ok`), with the state of its table (`dropTable @ normal, rows`), after
 * another one on the same table or partition (`insert > .truncatePartition`) with a kill before, between or after (`!`), at once with another one in
 * lanes (`insert | renameTable`); and each kill, by what came before it and what it met.
 */
export function featuresOf(steps: readonly CoverStep[], captures: number): ReadonlySet<string> {
  const features = new Set<string>();
  const lines = new Map<string, Line>();
  const lineOf = (name: string): Line => {
    const known = lines.get(name);
    if (known !== undefined) return known;
    const line = new Line(features);
    lines.set(name, line);
    return line;
  };
  let state = emptyState(captures);
  let previous: Kind | null = null;
  for (const [place, step] of steps.entries()) {
    const { command, outcome } = step;
    const { kind } = command;
    features.add(`${kind} = ${outcome}`);
    const alive = state.alive.length;
    for (const name of ruleOf(kind).tables(command)) {
      features.add(`${kind} @ ${stateText(state.tables.get(name))}${alive === 0 ? ', dead' : ''}`);
      // With no capture alive nothing is replicated: what comes then meets no capture at work.
      if (outcome !== 'ok' || alive === 0) continue;
      const whole = kind === 'truncateTable' || kind === 'dropTable';
      lineOf(name).follow(kind, whole);
      for (const partition of touchedPartitions(command, name, state)) {
        lineOf(`${name}.${partition}`).follow(
          `.${kind}`,
          kind === 'dropPartition' || kind === 'truncatePartition',
        );
      }
      if (whole) for (const [each, line] of lines) if (each.startsWith(`${name}.`)) line.wipe();
    }
    if (command.kind === 'killCapture' && outcome === 'ok') {
      for (const line of lines.values()) line.kill();
      const which = state.alive[0] === command.capture ? 'owner' : 'other';
      const when = command.delay === 0 ? '0' : 'later';
      features.add(`${previous ?? 'nothing'} ! ${which} of ${alive} ${command.signal} ${when}`);
    }
    meet(steps, place, features);
    state = stateAfter(state, step, place + 1);
    if (kind !== 'wait') previous = kind;
    if (kind === 'check') for (const line of lines.values()) line.check();
  }
  for (const line of lines.values()) line.check();
  return features;
}

function stateText(table: Table | undefined): string {
  if (table === undefined) return 'missing';
  const shape = table.partitions === null ? 'normal' : 'partitioned';
  return `${shape}, ${table.rows.length === 0 ? 'empty' : 'rows'}`;
}

/** Adds what the step met in the other lanes of its block, as far as it comes before it in the list. */
function meet(steps: readonly CoverStep[], place: number, features: Set<string>): void {
  const step = steps[place];
  if (step?.lane == null) return;
  const tables = ruleOf(step.command.kind).tables(step.command);
  for (let i = place - 1; i >= 0; i--) {
    const other = steps[i];
    if (other?.block !== step.block) return;
    if (other.lane === step.lane) continue;
    const isShared = ruleOf(other.command.kind)
      .tables(other.command)
      .some((table) => tables.includes(table));
    const isKill = step.command.kind === 'killCapture' || other.command.kind === 'killCapture';
    if (isShared || isKill) features.add([other.command.kind, step.command.kind].sort().join(' | '));
  }
}

import { ruleOf } from '../../model/command.js';
import type { Unexplained } from '../../model/lanes/explainBlock.js';
import type { Happened } from '../../model/lanes/happened.js';
import { isDdl } from '../../model/part.js';
import { definitionText, type Snapshot } from '../../model/snapshot.js';
import type { Anomaly } from '../check/anomaly.js';
import type { Dialect } from '../sql/dialect.js';
import { outcomeText } from './outcomeText.js';
import type { CommandEntry, Trace } from './trace.js';

/** DDLs that are shown beside a command that has no place. */
const MOST_SHOWN = 5;

/** An error that this kind of command cannot meet in any state. */
export function unexpectedError(
  dialect: Dialect,
  { command, number, outcome }: CommandEntry,
): readonly Anomaly[] {
  if (outcome.kind !== 'error' || dialect.isTransient(outcome.errno)) return [];
  if (dialect.reasons(command.kind, outcome.errno).length > 0) return [];
  const table = ruleOf(command.kind).tables(command)[0] ?? null;
  const detail = `${command.kind} failed with ${outcome.errno} (${outcome.message}), which it can meet in no state`;
  return [{ kind: 'upstreamWrong', table, detail, rows: [], commands: [number] }];
}

/** What upstream shows and no order of a block's commands explains: the command that has no place, and the DDLs that it met, each with its time. */
export function unexplained(parts: readonly Unexplained[], seen: Snapshot, trace: Trace): readonly Anomaly[] {
  return parts.map(({ tables, happened, stuck }): Anomaly => {
    if (stuck === null) {
      const found = [...tables].map(
        (name) => `${name}: ${seen[name] === undefined ? 'missing' : definitionText(seen[name])}`,
      );
      const ddls = happened.filter(({ command }) => isDdl(command));
      return {
        kind: 'upstreamWrong',
        table: [...tables][0] ?? null,
        detail: `no order of ${listed(ddls, trace)} ends with upstream as it is (${found.join('; ')})`,
        rows: [],
        commands: ddls.map(({ number }) => number),
      };
    }
    const concerned = ruleOf(stuck.command.kind).tables(stuck.command);
    const met = happened.filter(
      (each) =>
        each !== stuck &&
        isDdl(each.command) &&
        each.ended > stuck.began &&
        ruleOf(each.command.kind)
          .tables(each.command)
          .some((name) => concerned.includes(name)),
    );
    const others = met.length === 0 ? 'and no DDL met it' : `beside or before ${listed(met, trace)}`;
    return {
      kind: 'upstreamWrong',
      table: concerned[0] ?? null,
      detail: `upstream shows no trace of ${timed(stuck, trace)} that fits any order of the commands, ${others}`,
      rows: rowsOf(stuck, seen),
      commands: [stuck.number],
    };
  });
}

function rowsOf({ command, said }: Happened, seen: Snapshot): Anomaly['rows'] {
  if (command.kind !== 'insert' && command.kind !== 'insertAuto') return [];
  const ids = command.kind === 'insert' ? command.ids : said.kind === 'ok' ? said.ids : [];
  const rows = seen[command.table]?.rows ?? [];
  return ids.map((id) => ({
    id,
    model: null,
    upstream: rows.find((row) => row.id === id) ?? null,
    downstream: null,
  }));
}

function listed(happened: readonly Happened[], trace: Trace): string {
  const shown = happened.slice(0, MOST_SHOWN).map((each) => timed(each, trace));
  const more = happened.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A command with its time and outcome: `insert #5 [12–14 ms, ok]`. */
function timed({ command, number }: Happened, trace: Trace): string {
  const entry = trace.find((each): each is CommandEntry => each.type === 'command' && each.number === number);
  if (entry === undefined) return `${command.kind} #${number}`;
  const { start, end, outcome } = entry;
  return `${command.kind} #${number} [${start.toFixed(0)}–${end.toFixed(0)} ms, ${outcomeText(outcome)}]`;
}

import type { Snapshot } from '../../../model/snapshot.js';
import type { Anomaly } from '../../check/anomaly.js';
import type { Scene } from '../../explain/scene.js';
import type { CheckEntry, CommandEntry } from '../../run/trace.js';
import { commandText } from '../describe.js';
import type { Findings } from '../findings.js';
import { tableBox, type BoxStyle } from './boxes.js';
import { executionsOf, type Execution } from './courseStates.js';
import { html, type Html } from './html.js';
import { outcomeText } from '../../run/outcomeText.js';

/** Rows of a partition that are shown: fewer where there are many commands, so that the report opens at once. */
const ROWS = 16;
const ROWS_OF_MANY = 4;
const MANY = 60;

/** What each command of the sequence did on both sides, and what both held at the last check. */
export function steps({ counterexample, dialect, trace }: Findings, scene: Scene): Html {
  const { anomalies } = counterexample;
  const { commands, upstream, downstream, between } = scene;
  const style = { most: commands.all.length > MANY ? ROWS_OF_MANY : ROWS, isWrong: isWrongIn(anomalies) };
  const up = byCommand(executionsOf(upstream, commands));
  const down = downstream === null ? null : byCommand(executionsOf(downstream, commands));
  const others = between.map(({ server, told }) => ({
    server,
    times: (number: number) =>
      told.filter(({ command, change }) => command === number && change.kind === 'ddl').length,
  }));
  const entries = new Map(
    trace.flatMap((entry) => (entry.type === 'command' ? [[entry.number, entry]] : [])),
  );
  const checks = new Map(trace.flatMap((entry) => (entry.type === 'check' ? [[entry.number, entry]] : [])));
  const written = commands.all.map(({ number, command }) => {
    const check = checks.get(number);
    if (check !== undefined) return checkStep(check, style);
    const executions = up.get(number) ?? [];
    const there = down?.get(number) ?? [];
    const isShown = executions.length > 0 || there.length > 0;
    const again = others.filter(({ times }) => times(number) > 1).map(({ server }) => server);
    return html`<section class="step" id="step-${number}">
      <h3><a href="#step-${number}">#${number}</a> <code>${commandText(dialect, number, command)}</code></h3>
      <p class="meta">
        ${entryText(entries.get(number))}${again.map((server) => html`; executed again on ${server}`)}
      </p>
      ${
        isShown
          ? html`<div class="sides">
              ${side('upstream', executions, style, commands.tablesOf(number))}
              ${down === null ? null : side('downstream', there, style, commands.tablesOf(number))}
            </div>`
          : null
      }
    </section> `;
  });
  // Every run ends in a check, whether the sequence says so or not.
  const unwritten = trace.at(-1);
  const isWritten = commands.all.some(({ number }) => number === unwritten?.number);
  return html`${written}${unwritten?.type === 'check' && !isWritten ? checkStep(unwritten, style) : null}`;
}

function entryText(entry: CommandEntry | undefined): string {
  if (entry === undefined) return 'not carried out: the run ended before it';
  const lane = entry.lane === undefined ? '' : `lane ${entry.lane + 1}, `;
  return `${lane}${outcomeText(entry.outcome)}, ${entry.start.toFixed(0)}–${entry.end.toFixed(0)} ms`;
}

function side(
  name: string,
  executions: readonly Execution[],
  style: BoxStyle,
  tables: readonly string[],
): Html {
  if (executions.length === 0)
    return html`<div class="side ${name}">
      <h4>${name}</h4>
      <p>never executed</p>
    </div> `;
  return html`<div class="side ${name}">
    ${executions.map(
      ({ at, before, after, capture }, time) =>
        html`<h4>
            ${name}${time === 0 ? null : html` <strong>executed again</strong>`}
            <small
              >${at === null ? null : `${at.toFixed(0)} ms`}${capture === null ? null : ` by capture ${capture}`}</small
            >
          </h4>
          <div class="change">
            ${state('before', tables, before, { snapshot: after, comes: 'after' }, style)}
            ${state('after', tables, after, { snapshot: before, comes: 'before' }, style)}
          </div> `,
    )}
  </div> `;
}

function state(
  title: string,
  tables: readonly string[],
  snapshot: Snapshot,
  other: Parameters<typeof tableBox>[2],
  style: BoxStyle,
): Html {
  return html`<div>
    <h5>${title}</h5>
    ${tables.map((table) => tableBox(table, snapshot, other, style))}
  </div> `;
}

/** What both sides held when they were compared. Rows that one has and the other has not are marked as such. */
function checkStep({ number, sync, upstream, downstream }: CheckEntry, style: BoxStyle): Html {
  const tables = [...new Set([...Object.keys(upstream), ...Object.keys(downstream ?? {})])].sort();
  const shown = (name: string, snapshot: Snapshot, other: Snapshot): Html =>
    html`<div class="side ${name}">
      <h4>${name}</h4>
      ${tables.map((table) => tableBox(table, snapshot, { snapshot: other, comes: 'before' }, style))}
    </div> `;
  return html`<section class="step" id="step-${number}">
    <h3>
      <a href="#step-${number}">#${number}</a> check: ${sync.kind}, as both sides were read; + is here only
    </h3>
    <div class="sides">
      ${shown('upstream', upstream, downstream ?? upstream)}
      ${
        downstream === null
          ? html`<div class="side downstream">
              <h4>downstream</h4>
              <p>not read: it had not caught up</p>
            </div>`
          : shown('downstream', downstream, upstream)
      }
    </div>
  </section> `;
}

function byCommand(executions: readonly Execution[]): ReadonlyMap<number, readonly Execution[]> {
  const found = new Map<number, Execution[]>();
  for (const execution of executions) {
    if (execution.command === null) continue;
    const known = found.get(execution.command);
    if (known === undefined) found.set(execution.command, [execution]);
    else known.push(execution);
  }
  return found;
}

/** Rows are known by their data, which names its writer, wherever they are. */
function isWrongIn(anomalies: readonly Anomaly[]): BoxStyle['isWrong'] {
  const wrong = new Set(
    anomalies.flatMap(({ rows }) =>
      rows.flatMap(({ model, upstream, downstream }) =>
        [model, upstream, downstream].flatMap((row) => (row === null ? [] : [`${row.id} ${row.data ?? ''}`])),
      ),
    ),
  );
  return ({ id, data }) => wrong.has(`${id} ${data ?? ''}`);
}

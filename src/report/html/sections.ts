import { numbered } from '../../../model/numbered.js';
import type { RowSeen } from '../../../model/snapshot.js';
import type { Anomaly } from '../../check/anomaly.js';
import { definitionText } from '../../../model/snapshot.js';
import { signatureText } from '../../check/signature.js';
import type { Explanation } from '../../explain/explanation.js';
import { anomalyTitle } from '../anomalyLines.js';
import type { Counterexample } from '../counterexample.js';
import { explainedLines, momentLines, storyTitle } from '../explained.js';
import type { Findings } from '../findings.js';
import { reproductionText } from '../reproductionText.js';
import { rowText } from './boxes.js';
import { html, table, type Html, type Part } from './html.js';

/** Rows of one anomaly that are shown; the others are counted. */
const ROWS = 200;

/** What is wrong: each anomaly with its rows, coloured by the side that has them. */
export function differences(anomalies: readonly Anomaly[]): Html {
  return html`${anomalies.map((anomaly) => {
    const { rows, schema } = anomaly;
    const shown = rows.slice(0, ROWS);
    return html`<h3>${anomalyTitle(anomaly)}</h3>
      ${
        shown.length === 0
          ? null
          : table(
              ['id', 'upstream', 'downstream', 'model'],
              shown.map(({ id, upstream, downstream, model }) => [
                id,
                cell('upstream', upstream),
                cell('downstream', downstream),
                cell('model', model),
              ]),
            )
      }
      ${rows.length === shown.length ? null : html`<p>… and ${rows.length - shown.length} more rows</p>`}
      ${
        schema === undefined
          ? null
          : table(
              ['side', 'definition'],
              (['upstream', 'downstream'] as const).map((side) => {
                const seen = schema[side];
                return [
                  side,
                  seen === null ? 'no table' : html`<code class="${side}">${definitionText(seen)}</code>`,
                ];
              }),
            )
      } `;
  })}`;
}

function cell(side: 'upstream' | 'downstream' | 'model', row: RowSeen | null): Part {
  if (row === null) return html`<span class="missing">not there</span>`;
  const where = row.partition === null ? null : html` in <i>${row.partition}</i>`;
  return html`<span class="row ${side}">${rowText(row)}${where}</span>`;
}

/** What happens without each command and with another failover. */
export function explanations(explanation: Explanation, { counterexample, dialect }: Findings): Html {
  const lines = explainedLines(explanation, counterexample.sequence, dialect);
  return html`${table(
    ['changed', 'fails', 'seen'],
    lines.map(({ what, fails, seen }) => [what, fails, seen]),
  )}${explanation.ended === 'complete' ? null : html`<p>Not all was tried: ${explanation.ended}.</p>`}`;
}

/** What happened to the wrong rows on each side. */
export function stories({ rows }: Explanation): Html {
  return html`${rows.map(
    (story) =>
      html`<h3>${storyTitle(story)}</h3>
        <div class="sides">
          ${(['upstream', 'downstream'] as const).map((side) => {
            const moments = momentLines(story[side]);
            return html`<div class="side ${side}">
              <h4>${side}</h4>
              <ol>
                ${moments.map((moment) => html`<li>${moment}</li>`)}
              </ol>
              ${moments.length === 0 ? html`<p>nothing is known of it</p>` : null}
            </div> `;
          })}
        </div> `,
  )}`;
}

/** Each candidate that shrinking accepted. */
export function shrinkTable({ found, shrinking }: Counterexample): Html {
  const first = [
    0,
    numbered(found.sequence.commands).length,
    reproductionText(found.reproduction),
    'as it was found',
  ];
  return table(
    ['runs so far', 'commands', 'fails', 'signature'],
    [
      first,
      ...shrinking.steps.map(({ runs, commands, reproduction, signature }) => [
        runs,
        commands,
        reproductionText(reproduction),
        signatureText(signature),
      ]),
    ],
  );
}

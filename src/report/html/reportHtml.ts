import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbered } from '../../../model/numbered.js';
import { signatureText } from '../../check/signature.js';
import { packageFolder, readVersion } from '../../conf/packageFolder.js';
import { Commands } from '../../explain/commands.js';
import { sceneOf } from '../../explain/scene.js';
import { sequenceLines } from '../describe.js';
import type { Findings } from '../findings.js';
import { reproductionText } from '../reproductionText.js';
import { replayLines } from '../summary.js';
import { checkpointPlot, progressOf } from './checkpoint.js';
import { html, type Html } from './html.js';
import { differences, explanations, shrinkTable, stories } from './sections.js';
import { shrinkPlot } from './shrinkPlot.js';
import { steps } from './steps.js';
import { timelineOf } from './timeline.js';
import { timelinePlot } from './timelinePlot.js';
import { timeScale } from './timeScale.js';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/**
 * A counterexample as one HTML page that needs nothing else: no network, no script. Plots are SVG in it, colours follow the reader's
 * light or dark mode, and all of it can be reached by keyboard and printed.
 */
export async function reportHtml(findings: Findings): Promise<string> {
  const { counterexample } = findings;
  const title = `${signatureText(counterexample.signature)} on ${counterexample.cluster.conf.name}`;
  const sections = (await sectionsOf(findings)).filter((section) => section !== null);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: readFileSync(join(packageFolder(), 'src/report/html/style.css'), 'utf8') }}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${facts(findings)}
        </header>
        <nav aria-label="sections">
          <ul>
            ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li> `)}
          </ul>
        </nav>
        <main>
          ${sections.map(
            ({ id, title: name, body }) =>
              html`<section aria-labelledby="${id}">
                <h2 id="${id}">${name}</h2>
                ${body}
              </section> `,
          )}
        </main>
      </body>
    </html> `;
  return page.html;
}

async function sectionsOf(findings: Findings): Promise<readonly (Section | null)[]> {
  const { counterexample, explanation, dialect, trace } = findings;
  const { sequence, anomalies } = counterexample;
  const scene = sceneOf(new Commands(sequence.commands), trace, explanation?.histories ?? [], dialect);
  const timeline = timelineOf(findings, scene);
  const progress = progressOf(scene);
  const end = trace.at(-1)?.end ?? 0;
  const scale = timeScale([
    0,
    end,
    ...timeline.spans.flatMap(({ from, to }) => [from, to]),
    ...[...timeline.moments, ...progress].map(({ at }) => at),
    ...(timeline.divergence === null ? [] : [timeline.divergence.at]),
  ]);
  return [
    {
      id: 'sequence',
      title: 'The sequence',
      body: html`<pre tabindex="0">${sequenceLines(dialect, sequence).join('\n')}</pre>`,
    },
    { id: 'wrong', title: 'What is wrong', body: differences(anomalies) },
    {
      id: 'timeline',
      title: 'The failing run in time',
      body: html`${LEGEND}
        <p class="meta">
          Time is in ms since the run began, and drawn shorter where little happens. Each command leads to its
          tables.
        </p>
        ${plotted('timeline', await timelinePlot(timeline, scale))}
        ${
          progress.length === 0
            ? null
            : html`<h3>Upstream’s position (solid) and downstream’s checkpoint (dashed)</h3>
                ${plotted('checkpoint', await checkpointPlot(progress, scale, end))}`
        }`,
    },
    { id: 'steps', title: 'Tables before and after each command', body: steps(findings, scene) },
    explanation === null
      ? null
      : { id: 'needed', title: 'What it takes to fail', body: explanations(explanation, findings) },
    explanation === null || explanation.rows.length === 0
      ? null
      : { id: 'rows', title: 'What happened to the rows', body: stories(explanation) },
    {
      id: 'shrinking',
      title: 'How it was shrunk',
      body: html`${plotted('shrinking', await shrinkPlot(counterexample))}
        <details>
          <summary>${counterexample.shrinking.steps.length} candidates were accepted</summary>
          ${shrinkTable(counterexample)}
        </details>`,
    },
    {
      id: 'again',
      title: 'See it again',
      body: html`<pre tabindex="0">${replayLines(counterexample, 'counterexample.json').join('\n')}</pre>`,
    },
  ];
}

/** A plot may be wider than the page: then it scrolls, by keyboard too. */
function plotted(name: string, plot: Html): Html {
  return html`<div class="plot" role="region" aria-label="${name}" tabindex="0">${plot}</div>`;
}

function facts({ counterexample, explanation }: Findings): Html {
  const { reproduction, sequence, found, shrinking, cluster, workload } = counterexample;
  const versions = { cdcheck: readVersion(), ...cluster.versions };
  const size = `${numbered(sequence.commands).length} commands, shrunk from ${numbered(found.sequence.commands).length} in ${shrinking.runs} runs`;
  const components = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return html`${
      explanation === null
        ? null
        : html`<p class="verdict"><strong>Verdict:</strong> ${explanation.verdict.sentence}</p>`
    }
    <p>Fails <strong>${reproductionText(reproduction)}</strong>; ${size}.</p>
    <p class="meta">Workload ${workload}; ${components.join(', ')}.</p>`;
}

const LEGEND = html`<p class="legend">
  ${[
    ['ok', 'ok'],
    ['error', 'error, as it must'],
    ['unknown', 'outcome unknown'],
    ['capture', 'done to a capture'],
    ['check', 'check'],
    ['alive', 'capture alive'],
    ['kill', '× killed, ◆ executed again'],
    ['executed', '● executed'],
    ['divergence', '┆ first divergence'],
  ].map(([name = '', text = '']) => html`<span><b style="background: var(--${name})"></b>${text}</span> `)}
</p>`;

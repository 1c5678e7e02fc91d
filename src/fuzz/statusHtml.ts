import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageFolder } from '../conf/packageFolder.js';
import { html, table, type Html } from '../report/html/html.js';
import { drawn } from '../report/html/plot.js';
import type { FuzzFolder } from './fuzzFolder.js';
import type { Point } from './state.js';
import { filedText, hours, slowest } from './view.js';

/** Seconds after which a browser loads the page again. */
const RELOAD = 60;

/** How a search stands as one HTML page that needs nothing else: what there is of each signature, and the curves over time. */
export async function statusHtml(folder: FuzzFolder): Promise<string> {
  const { identity, state } = folder;
  const { runs, commands, kills, failures, inconclusive } = state.statistics;
  const style = readFileSync(join(packageFolder(), 'src/report/html/style.css'), 'utf8');
  const title = `cdcheck fuzz on ${identity.cluster}, workload ${identity.workload}`;
  const rows = folder
    .counts()
    .map(({ text, count, filed }) => [
      text,
      count,
      filed === null ? 'known' : filedText(filed),
      filed === null ? '' : linkTo(folder, filed.folder),
    ]);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="refresh" content="${RELOAD}" />
        <title>${title}</title>
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>
            ${runs} runs (${inconclusive} inconclusive), ${commands} commands, ${kills} kills, ${failures}
            failures, ${state.features.size} features covered, in ${hours(state.seconds * 1000)}; seed
            ${identity.seed}.
          </p>
          <p class="meta">Time goes to: ${slowest(folder)}.</p>
          <h2>Failures by signature</h2>
          ${rows.length === 0 ? html`<p>None.</p>` : table(['signature', 'seen', 'smallest', 'report'], rows)}
          <h2>Over time</h2>
          ${await curves(state.curve)}
        </main>
      </body>
    </html> `;
  return page.html;
}

function linkTo({ path }: FuzzFolder, folder: string): Html {
  const to = encodeURI(join(relative(path, folder), 'report.html'));
  return html`<a href="${to}">report</a>`;
}

/** One plot for each curve; they share nothing but time. */
async function curves(points: readonly Point[]): Promise<readonly Html[]> {
  const found: Html[] = [];
  for (const [key, label] of [
    ['runs', 'runs'],
    ['features', 'features covered'],
    ['failures', 'failures'],
    ['signatures', 'signatures'],
  ] as const) {
    const plot = await drawn(({ lineY }) => ({
      width: 860,
      height: 160,
      ariaLabel: `${label} over time`,
      x: { label: 'minutes', labelAnchor: 'center' },
      y: { label, grid: true, zero: true },
      marks: [
        lineY(points, {
          x: ({ seconds }: Point) => seconds / 60,
          y: key,
          stroke: 'var(--upstream)',
        }),
      ],
    }));
    found.push(html`<div class="plot" role="region" aria-label="${label}" tabindex="0">${plot}</div>`);
  }
  return found;
}

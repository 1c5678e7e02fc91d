import type { Html } from './html.js';
import { drawn } from './plot.js';
import type { Span, Timeline } from './timeline.js';
import type { TimeScale } from './timeScale.js';

/** Height of one row, and what lies around all of them: px. */
const ROW = 30;
const AROUND = 64;

/** Room for the names of rows: px. */
export const MARGIN = 96;

/** No span is shown narrower: in places of the scale. */
const THINNEST = 0.002;

/** Draws a timeline. Bars and marks tell what they are in their titles, and lead to the command's step. */
export function timelinePlot(
  { rows, spans, moments, divergence }: Timeline,
  scale: TimeScale,
): Promise<Html> {
  const bars = spans.map((span) => ({ ...span, ...placed(span, scale) }));
  const marks = moments.map((moment) => ({ ...moment, x: scale.place(moment.at) }));
  return drawn((plot) => ({
    width: scale.width,
    height: AROUND + ROW * rows.length,
    marginLeft: MARGIN,
    marginRight: 24,
    marginTop: 30,
    ariaLabel: 'timeline of the failing run',
    x: timeAxis(scale),
    y: { domain: rows, label: null },
    marks: [
      plot.barX(bars, {
        y: 'row',
        x1: 'x1',
        x2: 'x2',
        insetTop: 4,
        insetBottom: 4,
        rx: 2,
        fill: ({ kind }: Span) => `var(--${kind})`,
        title: 'title',
        href: ({ number }: Span) => (number === null ? null : `#step-${number}`),
      }),
      plot.text(
        bars.filter(({ number, x1, x2 }) => number !== null && (x2 - x1) * scale.width > 14),
        {
          y: 'row',
          x: ({ x1, x2 }: Placed) => (x1 + x2) / 2,
          text: 'number',
          fill: 'var(--on-bar)',
          pointerEvents: 'none',
        },
      ),
      plot.dot(
        marks.filter(({ kind }) => kind !== 'kill'),
        {
          y: 'row',
          x: 'x',
          r: 4,
          symbol: ({ kind }: { kind: string }) => (kind === 'again' ? 'diamond2' : 'circle'),
          fill: ({ kind }: { kind: string }) => (kind === 'again' ? 'var(--kill)' : 'var(--executed)'),
          title: 'title',
        },
      ),
      plot.dot(
        marks.filter(({ kind }) => kind === 'kill'),
        { y: 'row', x: 'x', r: 7, symbol: 'times', stroke: 'var(--kill)', strokeWidth: 3, title: 'title' },
      ),
      ...(divergence === null
        ? []
        : [
            plot.ruleX([scale.place(divergence.at)], {
              stroke: 'var(--divergence)',
              strokeWidth: 2,
              strokeDasharray: '5 3',
            }),
            plot.text([divergence], {
              x: scale.place(divergence.at),
              text: 'title',
              frameAnchor: 'top',
              dy: -16,
              fill: 'var(--divergence)',
              fontWeight: 'bold',
            }),
          ]),
    ],
  }));
}

/** The axis of a plot over time. */
export function timeAxis({ ticks }: TimeScale): object {
  const labels = new Map(ticks.map(({ ms, place }) => [place, `${ms.toFixed(0)} ms`]));
  return {
    domain: [0, 1],
    label: null,
    ticks: [...labels.keys()],
    tickFormat: (place: number) => labels.get(place) ?? '',
  };
}

interface Placed {
  readonly x1: number;
  readonly x2: number;
}

function placed({ from, to }: Span, { place }: TimeScale): Placed {
  const x1 = place(from);
  return { x1, x2: Math.max(place(to), x1 + THINNEST) };
}

import type { Scene } from '../../explain/scene.js';
import type { Html } from './html.js';
import { drawn } from './plot.js';
import { MARGIN, timeAxis } from './timelinePlot.js';
import type { TimeScale } from './timeScale.js';

/** How far one side was at a moment: how many of upstream's changes, in upstream's order. */
interface Point {
  readonly side: 'upstream' | 'downstream';
  readonly at: number;
  readonly changes: number;
}

/**
 * How far each side had got over time. Downstream's checkpoint is the latest of upstream's changes that it has executed. Empty where the
 * evidence does not tell when downstream executed anything.
 */
export function progressOf({ upstream, downstream }: Scene): readonly Point[] {
  const places = new Map(
    [...new Set(upstream.told.map(({ position }) => position))].map((each, i) => [each, i + 1]),
  );
  const points = (side: Point['side'], told: Scene['upstream']['told']): readonly Point[] =>
    told.flatMap(({ at, position }) => {
      const changes = places.get(position);
      return at === null || changes === undefined ? [] : [{ side, at, changes }];
    });
  const there = points('downstream', downstream?.told ?? []);
  return there.length === 0 ? [] : [...points('upstream', upstream.told), ...there];
}

/** Draws how far both sides were, one below the other where downstream lags behind. `end` is that of the run: ms. */
export function checkpointPlot(points: readonly Point[], scale: TimeScale, end: number): Promise<Html> {
  const lines = (['upstream', 'downstream'] as const).flatMap((side) => {
    const own = points.filter((point) => point.side === side);
    const last = own.at(-1);
    const whole = last === undefined ? own : [{ side, at: 0, changes: 0 }, ...own, { ...last, at: end }];
    return whole.map((point) => ({ ...point, x: scale.place(point.at) }));
  });
  return drawn((plot) => ({
    width: scale.width,
    height: 180,
    marginLeft: MARGIN,
    marginRight: 24,
    ariaLabel: 'upstream position and downstream checkpoint over time',
    x: timeAxis(scale),
    y: { label: 'changes of upstream', grid: true },
    marks: (['upstream', 'downstream'] as const).map((side) =>
      plot.lineY(
        lines.filter((point) => point.side === side),
        {
          x: 'x',
          y: 'changes',
          curve: 'step-after',
          stroke: `var(--${side})`,
          strokeWidth: 2,
          ...(side === 'downstream' ? { strokeDasharray: '6 3' } : {}),
        },
      ),
    ),
  }));
}

import { numbered } from '../../../model/numbered.js';
import type { Counterexample } from '../counterexample.js';
import type { Html } from './html.js';
import { drawn } from './plot.js';

/** Draws how the sequence became smaller with the runs that it took. */
export function shrinkPlot({ found, shrinking }: Counterexample): Promise<Html> {
  const points = [
    { runs: 0, commands: numbered(found.sequence.commands).length },
    ...shrinking.steps.map(({ runs, commands }) => ({ runs, commands })),
  ];
  const end = { runs: shrinking.runs, commands: points.at(-1)?.commands ?? 0 };
  return drawn((plot) => ({
    width: 860,
    height: 200,
    ariaLabel: 'commands left over the runs of shrinking',
    x: { label: 'runs', labelAnchor: 'center' },
    y: { label: 'commands', grid: true, zero: true },
    marks: [
      plot.lineY([...points, end], {
        x: 'runs',
        y: 'commands',
        curve: 'step-after',
        stroke: 'var(--upstream)',
      }),
      plot.dot(points, { x: 'runs', y: 'commands', r: 3, fill: 'var(--upstream)' }),
    ],
  }));
}

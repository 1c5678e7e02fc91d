import type * as Plot from '@observablehq/plot';
import type { Html } from './html.js';

/** The plotting library, which is loaded when the first plot is drawn: only a failure has any. */
export type PlotLibrary = typeof Plot;

/** Draws a plot as SVG, without a browser. */
export async function drawn(options: (plot: PlotLibrary) => Plot.PlotOptions): Promise<Html> {
  const [plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')]);
  const window: unknown = parseHTML('<html></html>');
  const figure: unknown = plot.plot({ ...options(plot), document: propertyOf(window, 'document') });
  return { html: String(propertyOf(figure, 'outerHTML')) };
}

function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error('the plotting library has drawn nothing');
  return Reflect.get(value, name) as unknown;
}

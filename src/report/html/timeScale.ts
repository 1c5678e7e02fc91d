/** Between two labels on the axis, at the least: px. */
const LABEL = 64;

/** How much room a plot has: px. */
const NARROWEST = 860;
const WIDEST = 6000;
const PER_MOMENT = 15;

/**
 * An axis of time on which milliseconds can be told apart beside a minute of waiting: the room between two moments grows with the
 * logarithm of the time between them.
 */
export interface TimeScale {
  /** Of the whole plot: px. */
  readonly width: number;
  /** A place in [0, 1] for a time (ms) between the first and the last moment; a moment in between lies in proportion. */
  readonly place: (ms: number) => number;
  /** Times that are labelled, with their places. */
  readonly ticks: readonly { readonly ms: number; readonly place: number }[];
}

/** A scale on which all these moments (ms, in any order) have their place. */
export function timeScale(moments: readonly number[]): TimeScale {
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const ends: number[] = [0];
  for (const [i, ms] of sorted.slice(1).entries()) {
    ends.push((ends[i] ?? 0) + Math.log2(2 + ms - (sorted[i] ?? ms)));
  }
  const whole = ends.at(-1) ?? 0;
  const place = (ms: number): number => {
    const next = sorted.findIndex((each) => each >= ms);
    if (next === -1) return 1;
    if (next === 0 || whole === 0) return 0;
    const [from, to] = [sorted[next - 1] ?? ms, sorted[next] ?? ms];
    const [a, b] = [ends[next - 1] ?? 0, ends[next] ?? 0];
    return (a + ((b - a) * (ms - from)) / (to - from)) / whole;
  };
  const width = Math.min(WIDEST, Math.max(NARROWEST, sorted.length * PER_MOMENT));
  const ticks: { ms: number; place: number }[] = [];
  for (const ms of sorted) {
    const last = ticks.at(-1);
    if (last === undefined || (place(ms) - last.place) * width >= LABEL) ticks.push({ ms, place: place(ms) });
  }
  return { width, place, ticks };
}

/** The numbers from `from` to `to`, both included, `step` apart: what a machine that does every n-th strand has done, in three numbers. */
export type Progression = readonly [from: number, to: number, step: number];

/** Progressions until they are put together anew. */
const MANY = 64;

/** Whether a number is in one of the progressions. */
export function includes(progressions: readonly Progression[], number: number): boolean {
  return progressions.some(
    ([from, to, step]) => number >= from && number <= to && (number - from) % step === 0,
  );
}

/** The progressions with one more number, which is in none of them. */
export function withNumber(progressions: readonly Progression[], number: number): readonly Progression[] {
  const place = progressions.findIndex(([from, to, step]) =>
    from === to ? number > to : number === to + step,
  );
  const found = progressions[place];
  const added: readonly Progression[] =
    found === undefined
      ? [...progressions, [number, number, 1]]
      : progressions.with(place, [found[0], number, number - found[1]]);
  return added.length > MANY ? compact(added) : added;
}

/** The same numbers, each once, in the progressions that follow from them alone. */
export function compact(progressions: readonly Progression[]): readonly Progression[] {
  const numbers = new Set<number>();
  for (const [from, to, step] of progressions) {
    for (let number = from; number <= to; number += step) numbers.add(number);
  }
  const found: [number, number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && (last[0] === last[1] || number === last[1] + last[2])) {
      last[2] = number - last[1];
      last[1] = number;
    } else found.push([number, number, 1]);
  }
  return found;
}

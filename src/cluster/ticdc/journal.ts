/** Something that happened at a time: ms since 1970. */
export interface Happened {
  readonly at: number;
  readonly text: string;
}

/** What was done to the captures and the changefeed in a run, in its order. */
export class Journal {
  /** When the run began: ms since 1970. */
  readonly opened = Date.now();
  readonly #entries: Happened[] = [];

  /** Notes something that has just been done. */
  note(text: string): void {
    this.#entries.push({ at: Date.now(), text });
  }

  get entries(): readonly Happened[] {
    return this.#entries;
  }
}

/** Everything on one time axis: a line each, with the time since `opened` in ms. */
export function timeline(opened: number, happened: readonly Happened[]): string {
  return happened
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `${String(Math.round(at - opened)).padStart(8)} ms  ${text}\n`)
    .join('');
}

/** What can be noted of a run, and what its numbers mean. */
const texts = {
  opened: (id: number, start: number) => `dispatcher of table ${id} opened, from ${start}`,
  closed: (id: number) => `dispatcher of table ${id} closed`,
  executed: (ts: number) => `DDL of ${ts} executed`,
  recorded: (ts: number) => `DDL of ${ts} recorded`,
  skipped: (ts: number) => `DDL of ${ts} found done`,
  killed: (capture: number) => `capture ${capture} killed`,
  draining: (capture: number) => `capture ${capture} told to end`,
  left: (capture: number) => `capture ${capture} gone`,
  joined: (capture: number) => `capture ${capture} started`,
  owner: (capture: number, checkpoint: number) =>
    `capture ${capture} is owner, from checkpoint ${checkpoint}`,
  paused: (checkpoint: number) => `replication paused, checkpoint ${checkpoint}`,
  resumed: (checkpoint: number) => `replication resumed, from checkpoint ${checkpoint}`,
  moved: (id: number, capture: number) => `dispatcher of table ${id} moves to capture ${capture}`,
  failed: (errno: number) => `downstream refused with error ${errno}`,
} as const;

/** A kind of thing that is noted. */
export type Noted = keyof typeof texts;

/** What the captures did, as their logs would tell it. Texts are made only when somebody reads them. */
export class Journal {
  private readonly entries: { at: number; what: Noted; a: number; b: number }[] = [];

  /** Notes something at a virtual time (ms). */
  note(at: number, what: Noted, a: number, b = 0): void {
    this.entries.push({ at, what, a, b });
  }

  /** One line each, in order. */
  lines(): readonly string[] {
    return this.entries.map(({ at, what, a, b }) => `${String(at).padStart(7)} ms  ${texts[what](a, b)}`);
  }
}

import type { Screen } from './live.js';

/** How often progress is written: ms. */
const ON_TERMINAL = 1_000;
const IN_A_LOG = 60_000;

/** Where progress of many lines is shown. */
export interface LiveBlock {
  /** Writes a line that stays. */
  readonly say: (line: string) => void;
  /** Shows progress, if it is time to: as a block on a terminal, as one line elsewhere. */
  readonly update: (block: () => readonly string[], line: () => string) => void;
  /** Clears the block. */
  readonly end: () => void;
}

/** Progress on a terminal as a block of lines in the same place; elsewhere as a line a minute. */
export function liveBlock(stream: Screen): LiveBlock {
  let height = 0;
  let last = performance.now() - (stream.isTTY ? ON_TERMINAL : 0);
  const clear = (): void => {
    if (height > 0) stream.write(`\u001b[${height}A\u001b[J`);
    height = 0;
  };
  return {
    say: (line) => {
      clear();
      stream.write(`${line}\n`);
    },
    update: (block, line) => {
      const now = performance.now();
      if (now - last < (stream.isTTY ? ON_TERMINAL : IN_A_LOG)) return;
      last = now;
      if (!stream.isTTY) {
        stream.write(`${line()}\n`);
        return;
      }
      const lines = block();
      clear();
      stream.write(lines.map((each) => `${each.slice(0, WIDEST)}\n`).join(''));
      height = lines.length;
    },
    end: clear,
  };
}

/** A line that a terminal would break spoils the count of lines: characters. */
const WIDEST = 120;

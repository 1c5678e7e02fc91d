/** How often a line of progress is written: ms; on a terminal it is the same line again. */
const ON_TERMINAL = 250;
const IN_A_LOG = 15_000;

/** Where lines are written: a stream, or whatever stands for one. */
export interface Screen {
  readonly isTTY: boolean;
  readonly write: (text: string) => void;
}

/** This process's standard error. */
export const standardError: Screen = {
  isTTY: process.stderr.isTTY,
  write: (text) => {
    process.stderr.write(text);
  },
};

/** Where progress is shown. */
export interface Live {
  /** Writes a line that stays. */
  readonly say: (line: string) => void;
  /** Shows progress, if it is time to. */
  readonly update: (line: () => string) => void;
  /** Clears the line of progress. */
  readonly end: () => void;
}

/** Progress on a terminal as one line that changes; elsewhere as a line every 15 s. */
export function live(stream: Screen): Live {
  const clear = stream.isTTY ? '\r\u001b[K' : '';
  let last = performance.now();
  return {
    say: (line) => {
      stream.write(`${clear}${line}\n`);
    },
    update: (line) => {
      const now = performance.now();
      if (now - last < (stream.isTTY ? ON_TERMINAL : IN_A_LOG)) return;
      last = now;
      stream.write(stream.isTTY ? `${clear}${line()}` : `${line()}\n`);
    },
    end: () => {
      if (stream.isTTY) stream.write(clear);
    },
  };
}

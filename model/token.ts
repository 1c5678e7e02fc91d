/** Who wrote a row: `row` (from 1) of the command at place `number` (from 1) in its sequence. */
export interface Token {
  readonly number: number;
  readonly row: number;
}

/** The text that command `number` writes into its row `row`: `c17.2` is command 17, second row. */
export function tokenText(number: number, row: number): string {
  return `c${String(number)}.${String(row)}`;
}

/** The token in a row's data, or null where cdcheck did not write it. */
export function parseToken(data: string | null): Token | null {
  const match = /^c(\d+)\.(\d+)$/.exec(data ?? '');
  return match === null ? null : { number: Number(match[1]), row: Number(match[2]) };
}

/** The text that command `number` writes into its row `row`: `c17.2` is command 17, second row. */
export function tokenText(number: number, row: number): string {
  return `c${String(number)}.${String(row)}`;
}

/** The number of the command that wrote a row, by its token (`c17.2`: command 17); null where the data is no token. */
export function commandOfToken(data: string | null): number | null {
  const number = /^c(\d+)\.\d+$/.exec(data ?? '')?.[1];
  return number === undefined ? null : Number(number);
}

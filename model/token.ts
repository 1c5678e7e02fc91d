/** The text that command `number` writes into its row `row`: `c17.2` is command 17, second row. */
export function tokenText(number: number, row: number): string {
  return `c${String(number)}.${String(row)}`;
}

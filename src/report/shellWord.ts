/** A text as one word of a POSIX shell, for a line that is there to be copied: as it is, or in single quotes where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./,:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

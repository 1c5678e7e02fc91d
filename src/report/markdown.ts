/** A table in Markdown. Cells are text: what would be markup in them is escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)];
}

/** A block of text that is shown as it is. */
export function markdownBlock(lines: readonly string[], language = 'text'): readonly string[] {
  return [`\`\`\`${language}`, ...lines, '```'];
}

/** Text that is shown as it is within a line. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]#]/g, '\\$&').replaceAll('\n', ' ');
}

/**
 * A name as SQL wants it: bare where it cannot be a reserved word (`t1`, `i_x`, `orders_2`), since SQL is what people
 * read in a report; in backticks otherwise (`orders` as well as `order`: there is no list of words to keep up with).
 */
export function identifier(name: string): string {
  return NEVER_RESERVED.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

const NEVER_RESERVED = /^(?:id|data|[a-z]|[a-z]\d+|[a-z]_\w+|[a-z]\w*_\d+)$/i;

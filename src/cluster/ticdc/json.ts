/** What `parseJson` returns: JSON in which an integer too long for a number is a string of its digits. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What `writeJson` takes: a bigint is written as its digits. */
export type Writable =
  null | boolean | number | bigint | string | readonly Writable[] | { readonly [key: string]: Writable };

/** Integers of up to this many digits are exact as numbers. */
const EXACT_DIGITS = 15;

/** A string, which is left alone whatever it holds, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing a digit: an integer that a number cannot hold comes as a string of its digits (node's own parser would
 * round it). Throws SyntaxError.
 */
export function parseJson(text: string): Json {
  const exact = text.replace(TOKEN, (token) =>
    /^-?\d+$/.test(token) && token.length > EXACT_DIGITS ? `"${token}"` : token,
  );
  return JSON.parse(exact) as Json;
}

/** Writes JSON; a bigint as its digits, which JSON.stringify refuses to. */
export function writeJson(value: Writable): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${writeJson(each)}`);
  return `{${entries.join(',')}}`;
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value);
}

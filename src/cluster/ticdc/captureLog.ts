/** One entry of a capture's log, in the unified log format of TiDB's programs. */
export interface LogEntry {
  /** When it was written: ms since 1970. */
  readonly at: number;
  /** `INFO`, `WARN`, `ERROR`, `PANIC`, … */
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** https://github.com/tikv/rfcs/blob/master/text/0018-unified-log-format.md */
const HEAD = /^\[(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d\.\d{3}) ([+-]\d\d:\d\d)\] \[([A-Z]+)\] \[[^\]]*\] /;
const ITEM = /\[((?:"(?:[^"\\]|\\.)*"|[^\]"=])+)(?:=("(?:[^"\\]|\\.)*"|[^\]]*))?\]/g;

/** One line of a log; null where it is not the whole of an entry. */
export function parseEntry(line: string): LogEntry | null {
  const head = HEAD.exec(line);
  const [whole, year, month, day, time, zone, level] = head ?? [];
  if (whole === undefined || level === undefined) return null;
  const [message, ...fields] = [...line.slice(whole.length).matchAll(ITEM)];
  if (message === undefined) return null;
  const at = Date.parse(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${time ?? ''}${zone ?? ''}`);
  return {
    at,
    level,
    message: unquoted(message[1] ?? ''),
    fields: Object.fromEntries(
      fields.map(([, key = '', value = '']): [string, string] => [unquoted(key), unquoted(value)]),
    ),
  };
}

/** The entries of a log, in its order. Lines that are none are left out. */
export function parseLog(text: string): readonly LogEntry[] {
  return text.split('\n').flatMap((line) => parseEntry(line) ?? []);
}

/**
 * Lines that tell of a crash: an entry of that level, what Go prints by itself (`panic:`, `fatal error:`), or a report of its race
 * detector. The bare word panic is in statements and in data, so it must stand at the beginning of a line.
 */
const ALARM = /^(?:\[\d{4}\/[^\]]*\] \[PANIC\]|panic: |fatal error: |WARNING: DATA RACE)/;

/** The lines of a log that tell of a crash. */
export function alarmLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => ALARM.test(line));
}

/** A value is quoted where it holds a space, a bracket or a quote; what is quoted is JSON. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

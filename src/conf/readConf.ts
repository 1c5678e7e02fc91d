import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { UsageError } from '../cluster/cluster.js';
import { packageFolder } from './packageFolder.js';

/** A configuration file as read: its name or path as it was given, where it is, and its contents in the shape that was asked for. */
export interface Conf<T> {
  readonly name: string;
  readonly file: string;
  readonly value: T;
}

/** The names under `conf/clusters` or `conf/workloads`. */
export function confNames(what: 'cluster' | 'workload'): readonly string[] {
  return readdirSync(join(packageFolder(), 'conf', `${what}s`))
    .filter((file) => file.endsWith('.toml'))
    .map((file) => basename(file, '.toml'))
    .sort();
}

/**
 * Reads a TOML file by its name under `conf/`, or by its path where that has a slash or ends in `.toml`. Throws
 * UsageError with one line that names the file, the place in it and what is right.
 */
export function readConf<S extends v.GenericSchema>(
  what: 'cluster' | 'workload',
  nameOrPath: string,
  schema: S,
): Conf<v.InferOutput<S>> {
  const isPath = nameOrPath.includes('/') || nameOrPath.endsWith('.toml');
  const names = confNames(what);
  if (!isPath && !names.includes(nameOrPath)) {
    throw new UsageError(
      `unknown ${what} '${nameOrPath}': there are ${names.join(', ')}; or give the path of a .toml file`,
    );
  }
  const file = isPath ? nameOrPath : join(packageFolder(), 'conf', `${what}s`, `${nameOrPath}.toml`);
  const value = v.safeParse(schema, parseToml(what, file));
  if (!value.success) throw new UsageError(`${what} file ${file}: ${issueText(value.issues)}`);
  return { name: nameOrPath, file, value: value.output };
}

function parseToml(what: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${what} file ${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const line = error.message.split('\n')[0] ?? '';
    throw new UsageError(`${what} file ${file}, line ${error.line}: ${line}`);
  }
}

/** One line for one issue; an unknown key comes first, since it is mostly a misspelling of one that is missing. */
function issueText(issues: readonly v.BaseIssue<unknown>[]): string {
  const unknown = issues.find(({ type, expected }) => type === 'strict_object' && expected === 'never');
  if (unknown !== undefined) return `unknown key '${v.getDotPath(unknown) ?? ''}'`;
  const issue = issues[0];
  const place = issue === undefined ? '' : (v.getDotPath(issue) ?? '');
  if (issue?.received === 'undefined') return `'${place}' is missing`;
  const right = issue?.type === 'integer' ? 'a whole number' : (issue?.expected ?? 'another value');
  return `'${place}' is ${issue?.received ?? ''}, it must be ${right}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureText } from '../../check/signature.js';
import { CAPTURE, OWNER_LOCK } from '../../cluster/mariadb/capture.js';
import { onlyUser } from '../../cluster/mariadb/server.js';
import { CRASH } from '../../cluster/mariadb/serverLog.js';
import { LAYOUT, serverArguments } from '../../cluster/mariadb/settings.js';
import { packageFolder } from '../../conf/packageFolder.js';
import type { Trace } from '../../run/trace.js';
import type { Dialect } from '../../sql/dialect.js';
import type { Counterexample } from '../counterexample.js';
import { commandFunctions, quoted } from './commandFunctions.js';
import { wantedOf, type Wanted } from './wanted.js';

/** Tries where the script is given no number. */
const TRIES = 10;

/**
 * A shell script that shows a failure on MariaDB with nothing but the servers' own programs, on servers that it starts itself
 * and ends again. Its exit code is 1 where the failure shows, 0 where it does not in so many tries (its argument), 2 where the script cannot
 * run. Null for a cluster without servers of cdcheck's own, and for a failure that no script can tell.
 */
export function reproScript(counterexample: Counterexample, dialect: Dialect, trace: Trace): string | null {
  const { cluster, sequence, signature, anomalies } = counterexample;
  const wanted = wantedOf(anomalies, trace);
  if (cluster.conf.kind !== 'mariadb' || wanted === null) return null;
  const { captures, stuckAfter } = cluster.conf;
  const { model } = wanted;
  const users = onlyUser({ user: 'repro', password: '$1' }).trim();
  const version = cluster.versions['mariadb'] ?? '';
  return [
    '#!/usr/bin/env bash',
    `# Shows ${signatureText(signature)}, found by cdcheck on MariaDB ${version}, without cdcheck.`,
    `# Needs MariaDB's programs (Debian: apt-get install -y --no-install-recommends mariadb-server), starts servers of its own on`,
    '# loopback, in a temporary folder, and leaves nothing behind.',
    '#',
    `#   bash repro.sh [TRIES]     at the most, ${TRIES} where it is not said`,
    '#',
    '# Exit code: 1 the failure shows, 0 it does not, 2 this cannot run here.',
    'set -u',
    `tries=\${1-${TRIES}}`,
    'database=cdcheck_repro',
    `stuck_after=${stuckAfter} # s without progress`,
    `crash_lines='${CRASH.source}'`,
    `layout=(${LAYOUT.join(' ')})`,
    ...(captures === 'stream' ? [`owner_lock='${OWNER_LOCK}'`] : []),
    '',
    '# ---- What fails, in its order. `kill_capture CAPTURE SIGNAL MS`, `start_capture CAPTURE MS`: so many ms later. ----------',
    '',
    ...commandFunctions(sequence, dialect, trace).flatMap(({ name, lines }) => shellFunction(name, lines)),
    '# Whether what is seen is that failure.',
    ...shellFunction('shows', showing(wanted)),
    '# What upstream must hold at the end, where upstream is what is wrong.',
    ...shellFunction('must_hold', [model === null ? 'return 1' : hereDocument(model.join('\n'), "'END'")]),
    ...shellFunction('server_options', optionLines()),
    ...shellFunction('users', [hereDocument(users, 'END')]),
    ...(captures === 'stream'
      ? shellFunction('capture_program', [hereDocument(CAPTURE.trim(), "'END'")])
      : []),
    ...['check.sh', 'servers.sh', `${captures}.sh`, 'main.sh'].map(part),
  ].join('\n');
}

function part(name: string): string {
  return readFileSync(join(packageFolder(), 'src/report/repro', name), 'utf8');
}

/** A line that spans several, such as a here-document, keeps them as they are. */
function shellFunction(name: string, lines: readonly string[]): readonly string[] {
  return [`${name}() {`, ...lines.map((line) => `  ${line}`), '}', ''];
}

function showing({ beginnings, tables }: Wanted): readonly string[] {
  const conditions = beginnings.map((beginning) => `[[ $seen == ${quoted(beginning)}* ]]`);
  const differs = `{ [[ $seen == differs:* ]] && grep -qP '^[<>] \\w+\\t(${tables.join('|')})\\b' <<<"$seen"; }`;
  return [[...conditions, ...(tables.length === 0 ? [] : [differs])].join(' || ')];
}

function optionLines(): readonly string[] {
  const place = { data: '$dir/$1', socket: '$dir/$1.sock', port: 0, temporary: '$dir/$1-tmp' };
  const options = serverArguments(0, place)
    .filter((option) => !option.startsWith('--user='))
    .map((option) => option.replace(/^--server-id=.*/, '--server-id=$id').replace(/^--port=.*/, '--port=$2'));
  return [
    'local each id=0',
    'for each in "${servers[@]}"; do',
    '  id=$((id + 1))',
    '  [ "$each" != "$1" ] || break',
    'done',
    'options=(',
    ...options.map((option) => `  "${option}"`),
    '  "${as_user[@]}"',
    ')',
  ];
}

function hereDocument(text: string, end: 'END' | "'END'"): string {
  return `cat <<${end}\n${text}\nEND`;
}

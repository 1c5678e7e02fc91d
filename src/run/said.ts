import type { LaneCommand } from '../../model/commands/concurrently.js';
import { consecutive } from '../../model/idRange.js';
import type { Said } from '../../model/lanes/happened.js';
import type { Outcome } from '../cluster/cluster.js';
import type { Dialect } from '../sql/dialect.js';

/** What an outcome means to the model. */
export function said(dialect: Dialect, command: LaneCommand, outcome: Outcome): Said {
  switch (outcome.kind) {
    case 'ok':
      return {
        kind: 'ok',
        ids: command.kind === 'insertAuto' ? consecutive(outcome.insertId ?? 0, command.rows) : [],
      };
    case 'error':
      return dialect.isTransient(outcome.errno)
        ? { kind: 'void' }
        : { kind: 'error', reasons: dialect.reasons(command.kind, outcome.errno) };
    case 'unknown':
      return { kind: 'unknown' };
  }
}

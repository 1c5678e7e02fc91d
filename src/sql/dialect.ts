import type { Kind } from '../../model/command.js';
import type { Expectation } from '../../model/apply.js';
import type { Reason } from '../../model/reason.js';
import type { Step } from '../cluster/cluster.js';

/** One server family's SQL: how commands are written, and how its errors are numbered. */
export interface Dialect {
  readonly name: 'mariadb' | 'tidb';
  /** The statements of a DDL, DML or transaction, in the order in which they are sent. A transaction is BEGIN … COMMIT. */
  statements(step: Step): readonly string[];
  /** Whether the server has such a statement at all. */
  supports(kind: Kind): boolean;
  /**
   * The error numbers that are right for this expectation of this kind of command: exactly one where the model knows
   * the reason, the one that the server checks first where several hold; empty where it must succeed.
   */
  errors(kind: Kind, expectation: Expectation): readonly number[];
  /** What an error number of this kind of command can mean; empty where the command cannot meet it. */
  reasons(kind: Kind, errno: number): readonly Reason[];
  /** Whether an error says that the server gave up because of what else was going on, so that the command did nothing. */
  isTransient(errno: number): boolean;
}

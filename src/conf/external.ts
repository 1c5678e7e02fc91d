import * as v from 'valibot';
import { kinds } from '../../model/command.js';
import { isControl } from '../../model/control.js';
import { captureCommands, consent, endpoint } from './outside.js';

const command = v.pipe(v.string(), v.nonEmpty());

/** What the file of a pipeline of others says: its ends, what it carries, and the shell commands that reach it. Times are seconds. */
export const external = {
  ...consent,
  /** Of upstream. */
  dialect: v.picklist(['mariadb', 'tidb']),
  supports: v.array(v.picklist(kinds.filter((kind) => !isControl(kind)))),
  /** The time limit of one shell command, and of its effect. */
  commandTimeout: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
  /** How long downstream must stay unchanged where it differs from upstream although the marker row has arrived. */
  settle: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
  error: v.exactOptional(command),
  reset: v.exactOptional(command),
  upstream: endpoint,
  downstream: endpoint,
  captures: v.pipe(
    v.array(v.strictObject({ ...captureCommands, status: command })),
    v.minLength(1),
    v.maxLength(100),
  ),
};

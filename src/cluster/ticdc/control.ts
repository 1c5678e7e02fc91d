import type { MoveTable } from '../../../model/commands/moveTable.js';
import type { Control } from '../../../model/control.js';
import * as answers from './answers.js';
import type { Course } from './catchUp.js';
import { readPhysicalIds } from './evidence.js';
import { physicalIdOf } from './physicalIds.js';

/** Does something to a run's changefeed or the captures' owner. Returns what was done, for the timeline. */
export async function control(course: Course, command: Control): Promise<string> {
  switch (command.kind) {
    case 'pauseChangefeed':
      await course.changefeed.pause();
      return 'changefeed paused';
    case 'resumeChangefeed':
      await course.changefeed.resume();
      return 'changefeed resumed';
    case 'resignOwner':
      await course.parts.api.ask({ method: 'POST', path: '/api/v2/owner/resign' }, answers.anything);
      course.captures.resigned();
      return 'the owner has resigned';
    case 'moveTable':
      return move(course, command);
  }
}

/** TiCDC may refuse to move a table that it does not carry yet, or no longer: that is no fault. */
async function move(course: Course, { table, partition, target }: MoveTable): Promise<string> {
  const what = `${table}${partition === null ? '' : ` ${partition}`} to capture ${target}`;
  const id = physicalIdOf(await readPhysicalIds(course), table, partition);
  const capture = await course.captures.selfOf(course.captures.byNumber(target));
  if (id === undefined || capture === null) return `not moved: ${what}`;
  const refusal = await course.changefeed.move(id, capture.id);
  return refusal === null ? `moved: ${what} (table id ${id})` : `not moved: ${what}: ${refusal}`;
}

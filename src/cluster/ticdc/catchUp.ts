import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, type Sync } from '../cluster.js';
import type { ChangefeedSeen } from './answers.js';
import { factsOf } from './captureFacts.js';
import type { CaptureSet } from './captureSet.js';
import type { Changefeed } from './changefeed.js';
import { judge, stuck, type Following, type Limits } from './follow.js';
import { seesMark, setMark } from './mark.js';
import type { Parts } from './parts.js';
import type { StatementsSent } from './statementsSent.js';
import { tsoText, type Tso } from './tso.js';

/** Between two looks at a changefeed: ms. */
const LOOK = 100;

/** How long all captures may be unable to answer one look: ms. */
const PATIENCE = 3_000;

/** One run as far as catching up is concerned. */
export interface Course {
  readonly parts: Parts;
  readonly captures: CaptureSet;
  readonly changefeed: Changefeed;
  readonly database: string;
  readonly statements: StatementsSent;
}

/**
 * Sets mark `number` and waits until downstream has everything up to it: the checkpoint has passed a timestamp taken after the mark,
 * and the mark is there. Throws EnvironmentError where something other than TiCDC fails.
 */
export async function catchUp(course: Course, number: number, limits: Limits): Promise<Sync> {
  const { parts, captures, changefeed, database, statements } = course;
  await setMark(parts.upstream.link, database, number);
  const target = await parts.tso();
  let following: Following | null = null;
  for (;;) {
    await parts.demandIntact();
    const ended = captures.ended();
    if (ended !== null) return { kind: 'failed', where: 'capture', message: `ended by itself: ${ended}` };
    const seen = await lookAt(changefeed);
    const now = performance.now();
    if (typeof seen === 'string') {
      following ??= { checkpoint: 0n, movedAt: now, warning: null };
      if (now - following.movedAt < limits.stuckAfter) continue;
      return { ...stuck(target, following.checkpoint), cause: seen };
    }
    const judgement = judge(following, seen, target, now, limits);
    switch (judgement.kind) {
      case 'reached':
        return reached(course, number, judgement.checkpoint);
      case 'failed':
        return { ...judgement, message: statements.explained(judgement.message) };
      case 'stuck': {
        const cause = await causeOf(course, seen);
        return { ...judgement, cause };
      }
      case 'goOn':
        following = judgement.following;
    }
    await delay(LOOK);
  }
}

async function reached({ parts, database }: Course, number: number, checkpoint: Tso): Promise<Sync> {
  if (await seesMark(parts.downstream, database, number)) {
    return { kind: 'synced', position: checkpoint.toString() };
  }
  const message = `its checkpoint ${tsoText(checkpoint)} is past row ${number} of its table of marks, which is not downstream`;
  return { kind: 'failed', where: 'changefeed', message };
}

/** The changefeed, or why it cannot be seen. */
async function lookAt(changefeed: Changefeed): Promise<ChangefeedSeen | string> {
  try {
    return await changefeed.look(PATIENCE);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
}

/** What the captures logged last of what holds the changefeed up. */
async function causeOf({ captures, changefeed }: Course, seen: ChangefeedSeen): Promise<string> {
  const obstacles = await Promise.all(
    captures.inOrder().map(async (capture, number) => {
      const { obstacle } = factsOf(await capture.log(), changefeed.id);
      return obstacle === null ? [] : [{ ...obstacle, number }];
    }),
  );
  const last = obstacles
    .flat()
    .sort((a, b) => a.at - b.at)
    .at(-1);
  const state = `its state is ${seen.state}`;
  return last === undefined ? state : `${state}; capture ${last.number}: ${last.text}`;
}

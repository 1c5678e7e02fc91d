import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { create, normal, rows } from '../make.js';
import { reasonsIn, stateAfter } from '../stateAfter.js';

const kill = (capture: number): Command => ({ kind: 'killCapture', capture, signal: 'KILL', delay: 0 });
const start = (capture: number): Command => ({ kind: 'startCapture', capture, delay: 0 });
const pause: Command = { kind: 'pauseChangefeed' };
const resume: Command = { kind: 'resumeChangefeed' };
const resign: Command = { kind: 'resignOwner' };
const move = (partition: string | null, target: number): Command => ({
  kind: 'moveTable',
  table: 't',
  partition,
  target,
});

describe('captures', () => {
  it('the longest running one is first, a started one last', () => {
    expect(stateAfter().alive).toEqual([0, 1]);
    expect(stateAfter(kill(0)).alive).toEqual([1]);
    expect(stateAfter(kill(0), start(0)).alive).toEqual([1, 0]);
  });

  it('only a live one can be killed, only a dead one of those there are can be started', () => {
    expect(reasonsIn(stateAfter(kill(0)), kill(0))).toEqual(['captureDead']);
    expect(reasonsIn(stateAfter(), start(0))).toEqual(['captureAlive']);
    expect(reasonsIn(stateAfter(), start(2))).toEqual(['captureAlive']);
  });

  it('a check starts one where none is alive; a wait changes nothing', () => {
    expect(stateAfter(kill(0), kill(1), { kind: 'check' }).alive).toEqual([0]);
    expect(stateAfter(kill(0), { kind: 'check' }).alive).toEqual([1]);
    expect(stateAfter(kill(1), { kind: 'wait', ms: 5 })).toEqual(stateAfter(kill(1)));
  });

  it('an owner that resigns is last in line, if there is a line', () => {
    expect(stateAfter(resign).alive).toEqual([1, 0]);
    expect(stateAfter(resign, resign).alive).toEqual([0, 1]);
    expect(reasonsIn(stateAfter(kill(0)), resign)).toEqual(['captureDead']);
  });
});

describe('replication as a whole', () => {
  it('is paused and resumed in turn; a check resumes it', () => {
    expect(stateAfter(pause).isPaused).toBe(true);
    expect(stateAfter(pause, resume).isPaused).toBe(false);
    expect(stateAfter(pause, kill(0), kill(1), { kind: 'check' })).toMatchObject({
      isPaused: false,
      alive: [0],
    });
    expect(reasonsIn(stateAfter(pause), pause)).toEqual(['changefeedPaused']);
    expect(reasonsIn(stateAfter(), resume)).toEqual(['changefeedRunning']);
  });

  it('has physical tables that can be moved to a capture that is alive', () => {
    const partitioned = stateAfter(create('t', ['p0', 10]));
    expect(reasonsIn(partitioned, move('p0', 1))).toEqual([]);
    expect(reasonsIn(partitioned, move('p1', 1))).toEqual(['unknownPartition']);
    expect(reasonsIn(partitioned, move(null, 1))).toEqual(['unknownPartition']);
    expect(reasonsIn(stateAfter(normal('t')), move(null, 1))).toEqual([]);
    expect(reasonsIn(stateAfter(normal('t')), move('p0', 1))).toEqual(['notPartitioned']);
    expect(reasonsIn(stateAfter(), move(null, 1))).toEqual(['missingTable']);
    expect(reasonsIn(stateAfter(normal('t'), kill(1)), move(null, 1))).toEqual(['captureDead']);
  });
});

describe('FLASHBACK TABLE', () => {
  const flashback: Command = { kind: 'flashbackTable', table: 't', to: 'u' };
  const drop: Command = { kind: 'dropTable', table: 't' };
  const truncate: Command = { kind: 'truncateTable', table: 't' };

  it('brings what was thrown away back under another name, whether its own is taken or not', () => {
    const dropped = stateAfter(normal('t'), rows('t', 7), drop, flashback);
    expect([...dropped.tables.keys()]).toEqual(['u']);
    expect(dropped.tables.get('u')?.rows.map(({ id }) => id)).toEqual([7]);
    const truncated = stateAfter(normal('t'), rows('t', 7), truncate, rows('t', 8), flashback);
    expect(truncated.tables.get('t')?.rows.map(({ id }) => id)).toEqual([8]);
    expect(truncated.tables.get('u')?.rows.map(({ id }) => id)).toEqual([7]);
  });

  it('needs a free name, and something that was thrown away and is not back yet', () => {
    expect(reasonsIn(stateAfter(normal('t')), flashback)).toEqual(['nothingToRecover']);
    expect(reasonsIn(stateAfter(normal('t'), normal('u'), drop), flashback)).toEqual(['tableExists']);
    expect(reasonsIn(stateAfter(normal('t'), drop, flashback), { ...flashback, to: 'v' })).toEqual([
      'alreadyRecovered',
    ]);
    expect(reasonsIn(stateAfter(normal('t'), drop, flashback), { kind: 'recoverTable', table: 't' })).toEqual(
      ['alreadyRecovered'],
    );
  });
});

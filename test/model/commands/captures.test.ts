import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import { reasonsIn, stateAfter } from '../stateAfter.js';

const kill = (capture: number): Command => ({ kind: 'killCapture', capture, signal: 'KILL', delay: 0 });
const start = (capture: number): Command => ({ kind: 'startCapture', capture, delay: 0 });

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
});

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { applyIfRight, expectation } from '../../model/apply.js';
import { kinds, ruleOf, type Command, type Kind } from '../../model/command.js';
import { emptyState } from '../../model/state.js';
import { space } from './drawCommands.js';
import { seeded } from './seeded.js';

const SEQUENCES = 12;
const COMMANDS = 60;

/** Kinds that never fail, so that there is no failing command to draw. */
const NEVER_FAIL: readonly Kind[] = ['wait', 'check', 'concurrently'];
/** Kinds whose failures are not drawn: they need no server, any one of their statements fails by itself, or RECOVER TABLE fails alike. */
const NOT_DRAWN: readonly Kind[] = [
  'killCapture',
  'startCapture',
  'pauseChangefeed',
  'resumeChangefeed',
  'resignOwner',
  'moveTable',
  'flashbackTable',
  'insertAuto',
  'transaction',
];

function each(look: (command: Command, expected: string) => void): void {
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const choose = seeded(seed);
    let state = emptyState(2);
    for (let number = 1; number <= COMMANDS; number++) {
      for (const kind of kinds) {
        const command = ruleOf(kind).draw(state, choose, space);
        if (command !== null) look(command, expectation(state, command).kind);
        const failing = ruleOf(kind).drawFailing?.(state, choose, space) ?? null;
        if (failing !== null) look(failing, `failing ${expectation(state, failing).kind}`);
      }
      const next = ruleOf(kinds[choose.below(kinds.length)] ?? 'check').draw(state, choose, space);
      if (next !== null) state = applyIfRight(state, next, number);
    }
  }
}

describe('every kind of command', () => {
  it('is drawn so that it applies, and so that it fails on purpose', () => {
    const seen = new Map<string, Set<string>>();
    each(({ kind }, expected) => seen.set(expected, (seen.get(expected) ?? new Set()).add(kind)));
    expect([...seen.keys()].sort()).toEqual(['either', 'failing error', 'ok']);
    expect([...(seen.get('either') ?? [])].sort()).toEqual(['insertAuto']);
    expect([...(seen.get('ok') ?? [])].sort()).toEqual([...kinds].sort());
    const drawn = kinds.filter((kind) => !NEVER_FAIL.includes(kind) && !NOT_DRAWN.includes(kind));
    expect([...(seen.get('failing error') ?? [])].sort()).toEqual([...drawn].sort());
  });

  it('is exactly itself after a round trip through JSON', () => {
    const exact = new Set<Kind>();
    const changed: Command[] = [];
    each((command) => {
      if (isDeepStrictEqual(JSON.parse(JSON.stringify(command)), command)) exact.add(command.kind);
      else changed.push(command);
    });
    expect(changed).toEqual([]);
    expect([...exact].sort()).toEqual([...kinds].sort());
  });

  it('leaves the state that it was applied to as it was', () => {
    const choose = seeded(7);
    let state = emptyState(2);
    for (let number = 1; number <= 300; number++) {
      const command = ruleOf(kinds[choose.below(kinds.length)] ?? 'check').draw(state, choose, space);
      if (command === null) continue;
      const before = structuredClone(state);
      const after = applyIfRight(state, command, number);
      expect(state).toStrictEqual(before);
      state = after;
    }
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, expectation } from '../../../model/apply.js';
import { numbered } from '../../../model/numbered.js';
import { kinds, type Kind } from '../../../model/command.js';
import type { Sequence } from '../../../model/sequence.js';
import { emptyState } from '../../../model/state.js';
import { Sequences } from '../../../src/generate/sequences.js';
import { settings } from './settings.js';

const sample = (sequences: Sequences, count: number, seed: number): Sequence[] =>
  fc.sample(sequences, { numRuns: count, seed });

/** How many of the sequences' commands apply, and how many there are. */
function applying(sequences: readonly Sequence[]): { applied: number; all: number } {
  let [applied, all] = [0, 0];
  for (const { commands } of sequences) {
    let state = emptyState(2);
    commands.forEach((command, place) => {
      all++;
      if (expectation(state, command).kind === 'error') return;
      applied++;
      state = apply(state, command, place + 1);
    });
  }
  return { applied, all };
}

describe('Sequences', () => {
  it('gives the same sequences for the same seed, and others for another', () => {
    const first = sample(new Sequences(settings()), 50, 7);
    expect(sample(new Sequences(settings()), 50, 7)).toEqual(first);
    expect(sample(new Sequences(settings()), 50, 8)).not.toEqual(first);
  });

  it('draws commands of which at least 95 % apply', () => {
    const { applied, all } = applying(sample(new Sequences(settings()), 2000, 1));
    expect(applied / all).toBeGreaterThanOrEqual(0.95);
    expect(applied).toBeLessThan(all);
  });

  it('draws only commands that apply where none is asked to fail', () => {
    const { applied, all } = applying(sample(new Sequences(settings({ failing: 0 })), 1000, 2));
    expect(applied).toBe(all);
  });

  it('keeps the length within its bounds', () => {
    const lengths = sample(new Sequences(settings({ length: { min: 12, max: 15 } })), 500, 3).map(
      ({ commands }) => commands.length,
    );
    expect(new Set(lengths)).toEqual(new Set([12, 13, 14, 15]));
  });

  it('begins by creating the tables of the run', () => {
    for (const { commands } of sample(new Sequences(settings()), 200, 4)) {
      expect(commands[0]?.kind).toBe('createTable');
    }
  });

  it('never ends with a pause or a start', () => {
    const last = sample(new Sequences(settings()), 1000, 5).map(({ commands }) => commands.at(-1)?.kind);
    expect(last.filter((kind) => kind === 'wait' || kind === 'check' || kind === 'startCapture')).toEqual([]);
  });

  it('reaches every kind that has weight, and no other', () => {
    const seen = new Set(
      sample(new Sequences(settings()), 2000, 6).flatMap(({ commands }) => commands.map(({ kind }) => kind)),
    );
    expect([...seen].sort()).toEqual([...kinds].sort());
    const weights: Partial<Record<Kind, number>> = { createTable: 1, insert: 5, truncateTable: 2 };
    const few = sample(new Sequences(settings({ weights })), 300, 6);
    expect(new Set(few.flatMap(({ commands }) => commands.map(({ kind }) => kind)))).toEqual(
      new Set(['createTable', 'insert', 'truncateTable']),
    );
  });

  it('draws no kind that the cluster cannot carry out', () => {
    const supports = (kind: Kind): boolean => kind !== 'recoverTable';
    const drawn = sample(new Sequences(settings({ supports })), 500, 8).flatMap(({ commands }) =>
      numbered(commands),
    );
    expect(drawn.filter(({ lane }) => lane !== null).length).toBeGreaterThan(100);
    expect(drawn.filter(({ command: { kind } }) => kind === 'recoverTable')).toEqual([]);
  });

  it('takes a subset of kinds and tables for each run', () => {
    const runs = sample(new Sequences(settings({ length: { min: 200, max: 200 } })), 100, 9);
    const kindsOf = runs.map(({ commands }) => new Set(commands.map(({ kind }) => kind)).size);
    expect(Math.max(...kindsOf)).toBeLessThan(kinds.length);
    const created = runs.map(({ commands }) => commands.findIndex(({ kind }) => kind !== 'createTable'));
    expect(new Set(created).size).toBeGreaterThan(2);
  });

  it('draws schedules only with jitter', () => {
    const plain = sample(new Sequences(settings()), 20, 10).map(({ schedule }) => schedule);
    expect(new Set(plain)).toEqual(new Set([0]));
    const drawn = sample(new Sequences(settings({ jitter: true })), 20, 10).map(({ schedule }) => schedule);
    expect(new Set(drawn).size).toBe(20);
    expect(Math.min(...drawn)).toBeGreaterThan(0);
  });

  it('draws plain data, exact through JSON', () => {
    for (const sequence of sample(new Sequences(settings()), 200, 11)) {
      expect(JSON.parse(JSON.stringify(sequence))).toEqual(sequence);
    }
  });
});

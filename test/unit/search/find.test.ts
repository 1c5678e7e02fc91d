import { describe, expect, it } from 'vitest';
import { find, type FindSettings } from '../../../src/search/find.js';
import { guiltyRunner, inconclusive, isGuilty, passed, sequences } from './runners.js';

const settings: FindSettings = { sequences, runs: 50, seed: 1, stop: () => null };

describe('find', () => {
  it('makes all the runs where none fails', async () => {
    let runs = 0;
    const found = await find(settings, () => Promise.resolve((runs++, passed)));
    expect([found, runs]).toEqual([{ kind: 'passed' }, 50]);
  });

  it('stops at the first failing sequence, unshrunk, with the path that leads to it again', async () => {
    const runner = guiltyRunner();
    const found = await find(settings, runner);
    if (found.kind !== 'failed') throw new Error(found.kind);
    expect(runner.ran.map(isGuilty)).toEqual([...runner.ran.slice(1).map(() => false), true]);
    expect(found.sequence).toBe(runner.ran.at(-1));
    expect(found.path).toBe(String(runner.ran.length - 1));
    const again = guiltyRunner();
    const replayed = await find({ ...settings, path: found.path }, again);
    expect(replayed.kind).toBe('failed');
    expect(again.ran).toEqual([found.sequence]);
  });

  it('carries out the one run of a path, also where it passes this time', async () => {
    let runs = 0;
    const found = await find({ ...settings, path: '3' }, () => Promise.resolve((runs++, passed)));
    expect([found, runs]).toEqual([{ kind: 'passed' }, 1]);
  });

  it('leaves inconclusive runs out and goes on', async () => {
    let runs = 0;
    const found = await find(settings, () => Promise.resolve(++runs % 2 === 0 ? passed : inconclusive));
    expect(found).toEqual({ kind: 'passed' });
    expect(runs).toBe(100);
  });

  it('gives up after five inconclusive runs in a row', async () => {
    let runs = 0;
    const found = await find(settings, () => Promise.resolve((runs++, inconclusive)));
    expect([found, runs]).toEqual([{ kind: 'inconclusive', reason: 'no server' }, 5]);
  });

  it.each(['interrupted', 'budget'] as const)('ends between runs when it is told to: %s', async (why) => {
    let runs = 0;
    const stop = (): typeof why | null => (runs === 3 ? why : null);
    const found = await find({ ...settings, stop }, () => Promise.resolve((runs++, passed)));
    expect([found, runs]).toEqual([{ kind: 'stopped', why }, 3]);
  });

  it('throws what a runner throws: a fault of the tool is no counterexample', async () => {
    await expect(find(settings, () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});

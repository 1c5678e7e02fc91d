import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { budget } from '../../../src/search/budget.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('budget', () => {
  it('ends so many minutes after its start', () => {
    const { start, stop } = budget(2, () => false);
    vi.advanceTimersByTime(600_000);
    expect(stop()).toBeNull();
    start();
    vi.advanceTimersByTime(120_000);
    expect(stop()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(stop()).toBe('budget');
  });

  it('has no end where there are no minutes', () => {
    const { start, stop } = budget(null, () => false);
    start();
    vi.advanceTimersByTime(1e9);
    expect(stop()).toBeNull();
  });

  it('ends where the user interrupts', () => {
    let isInterrupted = false;
    const { stop } = budget(1, () => isInterrupted);
    expect(stop()).toBeNull();
    isInterrupted = true;
    expect(stop()).toBe('interrupted');
  });
});

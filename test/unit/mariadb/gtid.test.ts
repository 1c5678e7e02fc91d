import { describe, expect, it } from 'vitest';
import { covers } from '../../../src/cluster/mariadb/gtid.js';

describe('covers', () => {
  it.each([
    ['0-1-10', '0-1-10', true],
    ['0-1-11', '0-1-10', true],
    ['0-1-9', '0-1-10', false],
    ['0-2-10', '0-1-10', true],
    ['', '', true],
    ['0-1-1', '', true],
    ['', '0-1-1', false],
    ['0-1-10', '0-1-10,1-1-3', false],
    ['0-1-10,1-1-3', '1-1-3,0-1-10', true],
    ['0-1-18446744073709551614', '0-1-18446744073709551615', false],
  ])('at %j, target %j: %j', (reached, target, expected) => {
    expect(covers(reached, target)).toBe(expected);
  });
});

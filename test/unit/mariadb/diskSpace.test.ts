import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isFull, outOfSpace } from '../../../src/cluster/mariadb/diskSpace.js';

describe('a full disk', () => {
  it.each([
    `Can't create table \`cdcheck_ee68fc73d5\`.\`t3\` (errno: 135 "No more room in record file")`,
    `Can't create table \`cdcheck_ee68fc73d5\`.\`t3\` (errno: 28 "No space left on device")`,
    `The table 't3' is full`,
    `Disk full (/tmp/#sql-temptable); waiting for someone to free some space...`,
    `Got error 28 "No space left on device" from storage engine InnoDB`,
  ])('is what is meant by: %s', (message) => {
    expect(isFull(message)).toBe(true);
  });

  it.each([
    `Table 't3' already exists`,
    `Duplicate entry '135' for key 'PRIMARY'`,
    `Duplicate entry '28' for key 'x'`,
  ])('is not what is meant by: %s', (message) => {
    expect(isFull(message)).toBe(false);
  });

  it('is not seen where there is room', async () => {
    expect(await outOfSpace(tmpdir())).toBeNull();
  });
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../../src/cluster/cluster.js';
import { isFull, outOfSpace } from '../../../src/cluster/diskSpace.js';
import { copyTemplate } from '../../../src/cluster/mariadb/dataTemplate.js';

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

  it('is told in one line, of a data folder that cannot be copied there too', async () => {
    const line = 'the disk under /proc is full: 0 MB are free; make room, or set TMPDIR to another disk';
    expect(await outOfSpace('/proc')).toBe(line);
    await expect(copyTemplate(import.meta.dirname, '/proc/x')).rejects.toThrow(new EnvironmentError(line));
  });

  it('is not the reason where there is room', async () => {
    const copying = copyTemplate('/no/such/template', join(tmpdir(), 'never-made'));
    await expect(copying).rejects.toThrow(EnvironmentError);
    await expect(copying).rejects.toThrow(/^cannot copy \/no\/such\/template: Error: ENOENT: [^\n]*$/);
  });

  it('is not seen where there is room', async () => {
    expect(await outOfSpace(tmpdir())).toBeNull();
  });
});

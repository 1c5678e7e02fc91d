import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crashLines, LogReader, tailOf } from '../../../src/cluster/mariadb/serverLog.js';

const folder = mkdtempSync(join(tmpdir(), 'log-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('crashLines', () => {
  it.each([
    '251201 11:14:38 [ERROR] mysqld got signal 11 ;',
    '251201 11:14:38 [ERROR] /usr/sbin/mariadbd got signal 6 ;',
    '2026-12-01 11:14:38 0x7f InnoDB: Assertion failure in file ./storage/innobase/row/row0ins.cc line 42',
    '2026-12-01 11:14:38 0 [ERROR] [FATAL] InnoDB: Semaphore wait has lasted > 600 seconds.',
    '==12==ERROR: AddressSanitizer: heap-use-after-free',
  ])('has %s', (line) => {
    expect(crashLines(`[Note] starting\n${line}\n[Note] ready\n`)).toEqual([line]);
  });

  it('has no line of a start, a recovery, a refused statement or a shutdown', () => {
    const log = [
      '2026-12-01 11:14:14 0 [Note] InnoDB: Starting crash recovery from checkpoint LSN=44409',
      '2026-12-01 11:14:14 9 [ERROR] Slave SQL: Error in query, Error_code: 1507',
      '2026-12-01 11:14:14 0 [Note] mariadbd (initiated by: unknown): Normal shutdown',
      '2026-12-01 11:14:14 0 [Note] Recovering after a crash using tc.log: do not panic',
    ];
    expect(crashLines(log.join('\n'))).toEqual([]);
  });
});

describe('LogReader', () => {
  it('reads what was written since its mark', async () => {
    const file = join(folder, 'run.log');
    const log = new LogReader(file);
    expect(await log.text()).toBe('');
    writeFileSync(file, 'before\n');
    await log.mark();
    expect(await log.text()).toBe('');
    appendFileSync(file, 'during\n');
    expect(await log.text()).toBe('during\n');
  });
});

describe('tailOf', () => {
  it('is the last lines that tell of an error', async () => {
    const file = join(folder, 'failed.log');
    writeFileSync(file, '[Note] starting\n[ERROR] no space\n[Note] Aborting\n');
    expect(await tailOf(file)).toBe('[ERROR] no space');
  });

  it('is the last three lines where none does', async () => {
    const file = join(folder, 'quiet.log');
    writeFileSync(file, 'a\nb\n\nc\nd\n');
    expect(await tailOf(file)).toBe('b | c | d');
  });
});

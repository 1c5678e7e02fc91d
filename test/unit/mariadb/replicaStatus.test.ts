import type { RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { stoppedWith } from '../../../src/cluster/mariadb/replicaStatus.js';

function status(fields: Record<string, unknown>): RowDataPacket {
  const running = { Slave_IO_Running: 'Yes', Slave_SQL_Running: 'Yes' };
  const errors = { Last_IO_Errno: 0, Last_IO_Error: '', Last_SQL_Errno: 0, Last_SQL_Error: '' };
  return { constructor: { name: 'RowDataPacket' }, ...running, ...errors, ...fields };
}

describe('stoppedWith', () => {
  it('is null while both threads run', () => {
    expect(stoppedWith('replica0', status({}))).toBeNull();
  });

  it('gives the error of the SQL thread', () => {
    const stopped = { Slave_SQL_Running: 'No', Last_SQL_Errno: 1507, Last_SQL_Error: 'Wrong partition name' };
    expect(stoppedWith('replica0', status(stopped))).toEqual({
      kind: 'failed',
      where: 'replica0',
      errno: 1507,
      message: 'Wrong partition name',
    });
  });

  it('gives a fatal error of the I/O thread', () => {
    const stopped = { Slave_IO_Running: 'No', Last_IO_Errno: 1236, Last_IO_Error: 'not in the binlog' };
    expect(stoppedWith('downstream', status(stopped))).toMatchObject({ where: 'downstream', errno: 1236 });
  });

  it.each([
    { Slave_IO_Running: 'Connecting', Last_IO_Errno: 2003 },
    { Slave_IO_Running: 'Connecting', Last_IO_Errno: 1045 },
    { Slave_IO_Running: 'No', Last_IO_Errno: 2013 },
    { Slave_IO_Running: 'No', Last_IO_Errno: 1927 },
    { Slave_IO_Running: 'No', Slave_SQL_Running: 'No' },
  ])('is null while it connects, or was stopped on purpose: %j', (fields) => {
    expect(stoppedWith('downstream', status(fields))).toBeNull();
  });
});

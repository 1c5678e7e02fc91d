import { expect, it } from 'vitest';
import { failureIn } from '../../../src/cluster/external/pipeline.js';

it.each([
  ['', null],
  [' \n', null],
  [
    '1507 Wrong partition name\n',
    { kind: 'failed', where: 'pipeline', errno: 1507, message: 'Wrong partition name' },
  ],
  ['1062: Duplicate entry', { kind: 'failed', where: 'pipeline', errno: 1062, message: 'Duplicate entry' }],
  ['task failed\n  at sink 3\n', { kind: 'failed', where: 'pipeline', message: 'task failed at sink 3' }],
  ['8s without a heartbeat', { kind: 'failed', where: 'pipeline', message: '8s without a heartbeat' }],
])('an error command that prints %j', (output, failure) => {
  expect(failureIn(output)).toEqual(failure);
});

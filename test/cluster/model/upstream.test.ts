import { expect, it } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { openUpstream } from './upstream.js';

it.each([
  [
    'mysql://root:secret@127.0.0.1:1',
    'CDCHECK_UPSTREAM=mysql://root@127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; give the address of a server that runs',
  ],
  ['127.0.0.1:4000', 'CDCHECK_UPSTREAM must be an address such as mysql://user@127.0.0.1:4000'],
  ['http://127.0.0.1', 'CDCHECK_UPSTREAM must be an address such as mysql://user@127.0.0.1:4000'],
])('an upstream %s that cannot be used gets one clear line', async (address, line) => {
  await expect(openUpstream(address)).rejects.toThrow(new UsageError(line));
});

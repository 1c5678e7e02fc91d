import { expect, it } from 'vitest';
import { takeovers } from '../../../src/cluster/mariadb/capture.js';
import { broughtBy } from '../../../src/cluster/mariadb/histories.js';

const logs = [
  "cap\nowner at 1796136492.50 from '0-1-9'\nERROR 2013\nowner at 1796136490.25 from '0-1-7'\n",
  "owner at 1796136491.000001 from '0-1-7'\n",
];

it('tells who became the owner after whom', () => {
  expect(takeovers(logs)).toEqual([
    { capture: 0, from: '0-1-7' },
    { capture: 1, from: '0-1-7' },
    { capture: 0, from: '0-1-9' },
  ]);
});

it.each([
  ['0-1-6', 0],
  ['0-1-8', 1],
  ['0-1-9', 1],
  ['0-1-10', 2],
])('puts %s down to the last owner that went on from before it', (position, capture) => {
  const owners = [
    { capture: 0, from: '' },
    { capture: 1, from: '0-1-6' },
    { capture: 2, from: '0-1-9' },
  ];
  const change = { kind: 'remove', table: 't1', id: 1 } as const;
  expect(broughtBy(owners, { position, at: null, capture: null, change }).capture).toBe(capture);
});

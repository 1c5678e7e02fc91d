import { describe, expect, it } from 'vitest';
import type { Command } from '../../../model/command.js';
import type { Anomaly } from '../../../src/check/anomaly.js';
import { isPartOf, signatureOf, signatureText } from '../../../src/check/signature.js';

const commands: readonly Command[] = [
  { kind: 'insert', table: 't1', ids: [1] },
  { kind: 'truncateTable', table: 't1' },
  { kind: 'insert', table: 't2', ids: [1] },
];

function anomaly(kind: Anomaly['kind'], places: readonly number[]): Anomaly {
  return { kind, table: 't1', detail: '', rows: [], commands: places };
}

describe('signatures', () => {
  it('hold each kind of anomaly with the kinds of its commands, whatever the tables and places', () => {
    const signature = signatureOf(
      [anomaly('lostRows', [3]), anomaly('extraRows', [1, 2]), anomaly('lostRows', [1])],
      commands,
    );
    expect(signature).toEqual({ extraRows: ['insert', 'truncateTable'], lostRows: ['insert'] });
    expect(signatureText(signature)).toBe('extraRows(insert, truncateTable) + lostRows(insert)');
  });

  it('hold the error number of a failure', () => {
    const failed = signatureOf([{ ...anomaly('failed', [2]), errno: 1507 }], commands);
    expect(signatureText(failed)).toBe('failed 1507(truncateTable)');
  });

  it('take a part of the first failure for the same failure, and nothing else', () => {
    const first = { lostRows: ['insert', 'truncateTable'], 'failed 1507': [] } as const;
    expect(isPartOf({ lostRows: ['insert'] }, first)).toBe(true);
    expect(isPartOf(first, first)).toBe(true);
    expect(isPartOf({ lostRows: ['update'] }, first)).toBe(false);
    expect(isPartOf({ 'failed 1950': [] }, first)).toBe(false);
    expect(isPartOf({ lostRows: ['insert'], extraRows: [] }, first)).toBe(false);
  });

  it('take a row in the wrong table for one that is lost here and extra there', () => {
    expect(isPartOf({ wrongTable: ['insert'] }, { extraRows: ['insert', 'update'] })).toBe(true);
    expect(isPartOf({ lostRows: ['insert'] }, { wrongTable: ['insert'] })).toBe(true);
    expect(isPartOf({ lostRows: ['insert'] }, { extraRows: ['insert'] })).toBe(false);
    expect(isPartOf({ wrongTable: ['insert'] }, { wrongRows: ['insert'] })).toBe(false);
  });

  it('take a statement by itself for the transaction that held it, and given ids for those that upstream chose', () => {
    expect(isPartOf({ lostRows: ['insert'] }, { lostRows: ['insertAuto'] })).toBe(true);
    expect(isPartOf({ wrongRows: ['delete', 'insert', 'update'] }, { wrongRows: ['transaction'] })).toBe(
      true,
    );
    expect(isPartOf({ lostRows: ['transaction'] }, { lostRows: ['insert'] })).toBe(false);
    expect(isPartOf({ wrongRows: ['update'] }, { wrongRows: ['insertAuto'] })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { loadWorkload } from '../../../src/conf/workload.js';
import { signatureNamed } from '../../../src/conf/knownSignature.js';
import { signatureText } from '../../../src/check/signature.js';
import { adaptedWeights } from '../../../src/fuzz/weights.js';
import { steeredWeights } from '../../../src/generate/steer.js';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('known signatures', () => {
  it.each(['stuck', 'failed 1507(dropPartition)', 'extraRows(dropTable, insert) + lostRows(insert)'])(
    'are read as they are printed: %s',
    (text) => {
      const signature = signatureNamed(text);
      expect(signature === null ? null : signatureText(signature)).toBe(text);
    },
  );

  it.each(['', 'lost', 'lostRows(inserts)', 'lostRows(insert', 'lostRows + '])('%s is none', (text) => {
    expect(signatureNamed(text)).toBeNull();
  });

  it('stand in a workload; what is none is told with its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'known-'));
    const file = join(folder, 'w.toml');
    const smoke = readFileSync(join(import.meta.dirname, '../../../conf/workloads/smoke.toml'), 'utf8');
    try {
      writeFileSync(file, `known = ["lostRows(truncateTable)"]\n${smoke}`);
      expect(loadWorkload(file).known).toEqual([{ lostRows: ['truncateTable'] }]);
      writeFileSync(file, `known = ["lost"]\n${smoke}`);
      expect(() => loadWorkload(file)).toThrow(
        `workload file ${file}: known: 'lost' is no signature; copy one`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('make their DDL seldom, and leave the rest', () => {
    const weights = { createTable: 3, truncateTable: 8, insert: 10, dropTable: 2 };
    expect(steeredWeights(weights, [{ lostRows: ['createTable', 'insert', 'truncateTable'] }])).toEqual({
      ...weights,
      truncateTable: 1,
    });
    expect(steeredWeights(weights, [])).toEqual(weights);
  });
});

describe('adapted weights', () => {
  it('are higher for what came seldom, by a factor of four at the most, and none for what has none', () => {
    const weights = { insert: 8, dropTable: 8, truncateTable: 0 };
    expect(adaptedWeights(weights, new Map())).toEqual({ insert: 8, dropTable: 8 });
    const adapted = adaptedWeights(weights, new Map([['insert', 1_000_000]]));
    expect(adapted.dropTable).toBe(32);
    expect(adapted.insert).toBeCloseTo(8 * Math.SQRT1_2, 2);
    expect(Object.keys(adapted)).toEqual(['insert', 'dropTable']);
  });
});

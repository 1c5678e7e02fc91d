import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { checkOutFolder } from '../../../src/report/outFolder.js';

const folder = mkdtempSync(join(tmpdir(), 'out-test-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('takes a folder that is there, and one that can be made, and leaves it as it was', () => {
  checkOutFolder(folder);
  checkOutFolder(join(folder, 'a', 'b'));
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [join(folder, 'file', 'x'), 'ENOTDIR: not a directory'],
  ['/proc/x', 'ENOENT: no such file or directory'],
])('refuses %s in one line', (out, reason) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => {
    checkOutFolder(out);
  }).toThrow(
    new UsageError(
      `counterexamples cannot be written to '${out}': ${reason}, mkdir '${out}'; choose another with --out or CDCHECK_OUT`,
    ),
  );
});

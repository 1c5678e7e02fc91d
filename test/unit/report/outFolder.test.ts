import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkOutFolder } from '../../../src/report/outFolder.js';

const folder = mkdtempSync(join(tmpdir(), 'out-test-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('takes a folder that is there, and one that can be made', () => {
  checkOutFolder(folder);
  checkOutFolder(join(folder, 'a', 'b'));
});

it('refuses what is a file', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => {
    checkOutFolder(join(file, 'x'));
  }).toThrow(
    `counterexamples cannot be written to '${file}/x': ${file}: it is not a folder; choose another with --out or CDCHECK_OUT`,
  );
});

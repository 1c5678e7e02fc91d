import { expect, it } from 'vitest';
import { cutLines } from '../../../src/report/cutLines.js';

const note = (left: number): string => `(${left})`;

it('keeps what is short enough as it is', () => {
  expect(cutLines('a\nb\n', 4, note)).toBe('a\nb\n');
});

it('keeps whole lines from the beginning and more of them from the end', () => {
  const lines = Array.from({ length: 20 }, (_, i) => String.fromCharCode(97 + i));
  expect(cutLines(lines.join('\n'), 16, note)).toBe('a\nb\n(12)\no\np\nq\nr\ns\nt');
});

it('leaves out a line that is too long by itself', () => {
  expect(cutLines(`a\n${'x'.repeat(50)}\nb`, 12, note)).toBe('a\n(1)\nb');
});

import { expect, it } from 'vitest';
import { withoutHome } from '../../../src/report/withoutHome.js';

it.each([
  ['/home/ann/x.toml and "/home/ann"', '/home/ann', '~/x.toml and "~"'],
  ['/home/anna/x, /data/home/ann/x, /home/ann-2', '/home/ann', '/home/anna/x, /data/home/ann/x, /home/ann-2'],
  ['file:///home/ann/x', '/home/ann/', 'file://~/x'],
  ['/root/x, /rootfs', '/root', '~/x, /rootfs'],
  ['/a/b', '/', '/a/b'],
])('of %s with the home folder %s it makes %s', (text, home, result) => {
  expect(withoutHome(text, home)).toBe(result);
});

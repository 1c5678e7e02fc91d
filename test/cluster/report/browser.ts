import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Debian's and Ubuntu's names of Chromium. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless Chromium of this machine's. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error('no Chromium: apt-get install -y --no-install-recommends chromium');
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

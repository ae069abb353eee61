import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of Chromium; null if it is not installed. */
export const CHROMIUM = PLACES.find(path => existsSync(path)) ?? null;

/** Works as root, and makes no requests of Chromium's own. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--no-proxy-server',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

export function openBrowser(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('Chromium is not installed on this machine.');
  return chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
}

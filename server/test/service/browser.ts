import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is on this machine, null where it is not. */
export const CHROMIUM = PLACES.find(path => existsSync(path)) ?? null;

/** Runs as root too, and reaches for nothing but what a page asks. */
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
  if (CHROMIUM === null) throw new Error('no Chromium on this machine');
  return chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
}

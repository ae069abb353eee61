import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser } from '../../server/test/browser.ts';
import { PROJECT, run, temporaryFolder } from '../../server/test/service.ts';

/** A service over the sample pack with the app as it is in the sources, and a browser. */
export interface App {
  base: string;
  /** Of plan business. */
  key: string;
  dataFolder: string;
  browser: Browser;
}

export async function startApp(): Promise<App> {
  execFileSync(process.execPath, [join(PROJECT, 'scripts/build-web.ts')], { stdio: 'inherit' });
  const dataFolder = temporaryFolder();
  const service = run(['serve'], { ASFILED_DATA: dataFolder, ASFILED_SAMPLE: '1' });
  const [, base = ''] = await service.says(/asfiled is at (\S+)/, 180_000);
  const [, key = ''] = await service.says(/API key of this machine: (\S+)/);
  return { base, key, dataFolder, browser: await openBrowser() };
}

export interface AppPage {
  page: Page;
  /** Errors that the page logged, and what it asked of anybody but its own service. */
  complaints: string[];
}

export interface PageOptions {
  isSignedIn?: boolean;
  /** Instead of the app's own. */
  key?: string;
  /** The service is expected to refuse: what the browser itself logs of that is no complaint. */
  isRefused?: boolean;
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A page of the app in a browser of its own: nothing kept from other tests. */
export async function openPage(app: App, path: string, options: PageOptions = {}): Promise<AppPage> {
  const {
    isSignedIn = true,
    key = app.key,
    isRefused = false,
    scheme = 'light',
    width = 1440,
    height = 1000,
  } = options;
  const context = await app.browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  if (isSignedIn) await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() !== 'error' || (isRefused && REFUSAL.test(message.text()))) return;
    complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(app.base)) complaints.push(request.url());
  });
  await page.goto(app.base + path);
  return { page, complaints };
}

const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page as it is. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => id + ': ' + node.html.slice(0, 200) + ' · ' + (node.any[0]?.message ?? ''))))`);
}

/** The page has no fault that axe finds, complained of nothing, and does not scroll sideways. */
export async function expectSound({ page, complaints }: AppPage): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

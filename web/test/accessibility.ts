import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type App, type AppPage, openPage, type PageOptions } from './app-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Tags of axe's rules. */
type Rules = readonly string[];

/** The automated rules for WCAG 2.2 levels A and AA. */
const WCAG: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Also axe's best practices: landmarks, heading order. */
const ALL: Rules = [...WCAG, 'best-practice'];

/** Asserts that axe finds no violation, the page logged no errors, and it does not scroll horizontally. */
export async function expectAccessible({ page, complaints }: AppPage, rules: Rules = ALL): Promise<void> {
  const where = page.url();
  expect(await axeFaults(page, rules), where).toEqual([]);
  expect(complaints, where).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), where).toBeLessThanOrEqual(0);
}

/** Asserts that a page whose call to `url` returns 404 says so, accessibly. */
export async function expectErrorState(app: App, path: string, url: string, text: string): Promise<void> {
  const json = { error: 'not_found', message: 'No such ticker.', request_id: 'r' };
  const prepare = (page: Page) => page.route(url, route => route.fulfill({ status: 404, json }));
  const opened = await openPage(app, path, { isRefused: true, isFresh: true, prepare });
  await opened.page.getByText(text).waitFor();
  await expectAccessible(opened);
}

const NARROW = { width: 360, height: 780 };
const WIDE = { width: 2560, height: 1000 };

export interface CheckedPage {
  path: string;
  /** A text that is visible once the page is ready. */
  shows: string;
  /** Prepares the page before each check. */
  bring?: (opened: AppPage) => Promise<unknown>;
}

/**
 * Checks pages narrow in light and wide in dark, since colours are the same tokens at every width. The app is loaded once and
 * navigates between the pages.
 */
export async function expectAccessibleInEveryView(
  app: App,
  pages: readonly CheckedPage[],
  options: PageOptions = {},
): Promise<void> {
  const opened = await openPage(app, NOTHING.path, { ...options, ...NARROW, isRefused: true });
  for (const one of pages) await lookAtEveryView(opened, one);
}

/** The page between checks, so that a wait never matches the previous page. */
const NOTHING = { path: '/nothing', shows: 'This page does not exist.' };

async function lookAtEveryView(opened: AppPage, { path, shows, bring }: CheckedPage): Promise<void> {
  const { page } = opened;
  const isShown = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();
  await isShown(NOTHING.shows);
  await goOn(page, path);
  await isShown(shows);
  await bring?.(opened);
  await expectAccessible(opened);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(WIDE);
  await isShown(shows);
  await bring?.(opened);
  await expectAccessible(opened, WCAG);
  await page.emulateMedia({ colorScheme: 'light' });
  await goOn(page, NOTHING.path);
  await page.setViewportSize(NARROW);
}

/** Navigates within the app without reloading it. */
function goOn(page: Page, path: string): Promise<unknown> {
  return page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** axe's violations on the page and in its frames, which need no landmarks or headings. */
async function axeFaults(page: Page, rules: Rules): Promise<string[]> {
  const faults = await axeFaultsOf(page.mainFrame(), rules);
  for (const frame of page.mainFrame().childFrames()) {
    faults.push(...(await axeFaultsOf(frame, rules === ALL ? WCAG : rules)));
  }
  return faults;
}

async function axeFaultsOf(frame: Frame, rules: Rules): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in window'))) {
    // Timers do not run in a frame without scripts.
    if (frame.parentFrame()) await frame.evaluate('window.setTimeout = run => void Promise.resolve().then(run)');
    await frame.evaluate(AXE);
  }
  const options = { runOnly: rules, resultTypes: ['violations'], preload: false, iframes: false };
  return frame.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => id + ': ' + node.html.slice(0, 200) + ' · ' + (node.any[0]?.message ?? ''))))`);
}

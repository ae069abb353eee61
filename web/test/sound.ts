import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type App, type AppPage, openPage, type PageOptions } from './app-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Tags of axe's rules. */
type Rules = readonly string[];

/** Everything that WCAG 2.2 asks at level A and AA and that a machine can see. */
const WCAG: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** And what axe holds to be good practice: landmarks, the order of headings. */
const ALL: Rules = [...WCAG, 'best-practice'];

/** The page has no fault that axe finds, complained of nothing, and does not scroll sideways. */
export async function expectSound({ page, complaints }: AppPage, rules: Rules = ALL): Promise<void> {
  const where = page.url();
  expect(await axeFaults(page, rules), where).toEqual([]);
  expect(complaints, where).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), where).toBeLessThanOrEqual(0);
}

const NARROW = { width: 360, height: 780 };
const WIDE = { width: 2560, height: 1000 };

export interface SoundPage {
  path: string;
  /** What can be seen on the page once it is ready. */
  shows: string;
  /** Brings the page to where it is looked at, once narrow and once wide. */
  bring?: (opened: AppPage) => Promise<unknown>;
}

/**
 * Pages narrow in light and wide in dark: colours are the same tokens at every width. The app is loaded once: it goes from page
 * to page by itself, a window changes its width, a system its colours.
 */
export async function expectSoundInEveryView(
  app: App,
  pages: readonly SoundPage[],
  options: PageOptions = {},
): Promise<void> {
  const opened = await openPage(app, NOTHING.path, { ...options, ...NARROW, isRefused: true });
  for (const one of pages) await lookAtEveryView(opened, one);
}

/** Where the app begins and ends with each page: what is waited for is never of the page before. */
const NOTHING = { path: '/nothing', shows: 'This page does not exist.' };

async function lookAtEveryView(opened: AppPage, { path, shows, bring }: SoundPage): Promise<void> {
  const { page } = opened;
  const isShown = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();
  await isShown(NOTHING.shows);
  await goOn(page, path);
  await isShown(shows);
  await bring?.(opened);
  await expectSound(opened);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(WIDE);
  await isShown(shows);
  await bring?.(opened);
  await expectSound(opened, WCAG);
  await page.emulateMedia({ colorScheme: 'light' });
  await goOn(page, NOTHING.path);
  await page.setViewportSize(NARROW);
}

/** To another address of the app, without loading it anew. */
function goOn(page: Page, path: string): Promise<unknown> {
  return page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** What axe finds wrong with the page as it is, and with each document that it frames: no landmarks and headings are asked of those. */
async function axeFaults(page: Page, rules: Rules): Promise<string[]> {
  const faults = await axeFaultsOf(page.mainFrame(), rules);
  for (const frame of page.mainFrame().childFrames()) {
    faults.push(...(await axeFaultsOf(frame, rules === ALL ? WCAG : rules)));
  }
  return faults;
}

async function axeFaultsOf(frame: Frame, rules: Rules): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in window'))) {
    // No timer runs where no script may.
    if (frame.parentFrame()) await frame.evaluate('window.setTimeout = run => void Promise.resolve().then(run)');
    await frame.evaluate(AXE);
  }
  const options = { runOnly: rules, resultTypes: ['violations'], preload: false, iframes: false };
  return frame.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => id + ': ' + node.html.slice(0, 200) + ' · ' + (node.any[0]?.message ?? ''))))`);
}

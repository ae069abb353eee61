/**
 * Measures page loads: `node web/test/measure-pages.ts http://127.0.0.1:8080 KEY`, with a service running over the
 * sample pack; a path fragment after the key limits the pages. Each page is opened several times with a warm cache. The
 * measurement takes at most five minutes; on a busy machine it does fewer rounds.
 *
 * - LCP: milliseconds from the navigation to the largest contentful paint, of the slowest API call, and of a page of one line
 *   in the same browser: medians
 * - CLS: cumulative layout shift as web.dev defines it: maximum
 * - CPU time of the page's main thread, independent of other processes: median
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../../server/test/service/browser.ts';
import { busyMs, type LoneBrowser, median, openLoneBrowser, rounds } from './measure.ts';

const [base = 'http://127.0.0.1:8080', key = '', only = ''] = process.argv.slice(2);
const PAGES = [
  '/',
  '/c/us/AAPL',
  '/c/us/AAPL/financials',
  '/c/us/AAPL/financials?p=q&n=all',
  '/c/us/AAPL/filings',
].filter(path => path.includes(only));
const SIZES = [
  { width: 1440, height: 1000 },
  { width: 360, height: 780 },
];
/** The minimum width of a window: LCP is measured at this width, the rest at the page's width. */
const NARROWEST_WINDOW = 500;
const WANTED = 7;
const WITHIN_MS = 150_000 / (PAGES.length * SIZES.length * 2);
/** Waits for late layout shifts; an open stream means that the network is never idle. */
const SETTLED_MS = 2_500;
const KEEP_KEY = `localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`;

interface Painted {
  lcpMs: number;
  slowestCallMs: number;
}

const READ_PAINTS = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
  const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/v1/'));
  return {
    lcpMs: observer.takeRecords().at(-1)?.startTime ?? 0,
    slowestCallMs: Math.max(0, ...calls.map(({ duration }) => duration)),
  };
})()`;

const READ_SHIFTS = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0);
})()`;

const oneLine = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>One line</title><p>One line of text, and nothing else.');
});
await new Promise<void>(resolve => oneLine.listen(0, '127.0.0.1', resolve));
const floor = `http://127.0.0.1:${(oneLine.address() as AddressInfo).port}/`;
const steered = await openBrowser();
for (const size of SIZES) {
  const lone = await openLoneBrowser({ ...size, width: Math.max(size.width, NARROWEST_WINDOW) });
  await lone.visit(`${base}/llms.txt`, 1_500, KEEP_KEY);
  const context = await steered.newContext({ viewport: size });
  await context.addInitScript(KEEP_KEY);
  for (const path of PAGES) console.log(`${path} at ${size.width}: ${await measurePage(lone, context, path)}`);
  await context.close();
  await lone.close();
}
await steered.close();
oneLine.close();

async function measurePage(lone: LoneBrowser, context: BrowserContext, path: string): Promise<string> {
  await lone.visit(base + path, SETTLED_MS, '0');
  // In alternation, so that other load affects both equally.
  const painted = await rounds({ wanted: WANTED, withinMs: WITHIN_MS }, async () => ({
    page: await lone.visit<Painted>(base + path, SETTLED_MS, READ_PAINTS),
    floor: await lone.visit<Painted>(floor, 500, READ_PAINTS),
  }));
  await settle(context, path);
  const settled = await rounds({ wanted: WANTED, withinMs: WITHIN_MS }, () => settle(context, path));
  // Ignores pages that were not painted in time.
  const seen = painted.filter(({ page, floor }) => page.lcpMs > 0 && floor.lcpMs > 0);
  const lcpMs = median(seen.map(({ page }) => page.lcpMs));
  const callMs = median(seen.map(({ page }) => page.slowestCallMs));
  return [
    `LCP ${lcpMs.toFixed(0)} ms, ${(lcpMs / callMs).toFixed(1)} × the slowest call (${callMs.toFixed(0)} ms)`,
    `a page of one line ${median(seen.map(item => item.floor.lcpMs)).toFixed(0)} ms`,
    `CLS ${Math.max(...settled.map(({ cls }) => cls)).toFixed(4)} at most`,
    `processor ${median(settled.map(item => item.busyMs)).toFixed(0)} ms`,
    `${seen.length} and ${settled.length} rounds`,
  ].join('; ');
}

async function settle(context: BrowserContext, path: string): Promise<{ cls: number; busyMs: number }> {
  const page = await context.newPage();
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(base + path, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLED_MS);
  const measured = { busyMs: await busyMs(metrics), cls: await page.evaluate<number>(READ_SHIFTS) };
  await page.close();
  return measured;
}

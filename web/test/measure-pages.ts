/**
 * Measures how pages come up: `node web/test/measure-pages.ts http://127.0.0.1:8080 KEY`, with a service running over the
 * sample pack. Each page is opened several times in a browser that has the app's files, as a second visit finds it:
 *
 * - LCP: milliseconds from the navigation to the largest contentful paint, and the slowest call of the API among them
 * - CLS: how much moved of what stood there already (web.dev's cumulative layout shift, no unit)
 * - processor time of the page's main thread, which other processes of the machine do not lengthen
 */
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from '../../server/test/browser.ts';

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const ROUNDS = 7;
const PAGES = [
  { path: '/', shows: 'United States' },
  { path: '/c/us/AAPL', shows: 'Does it add up?' },
  { path: '/c/us/AAPL/financials', shows: '416,161' },
  { path: '/c/us/AAPL/financials?p=q&n=all', shows: 'Q1 2026' },
  { path: '/c/us/AAPL/filings', shows: 'Period to' },
];
const SIZES = [
  { width: 1440, height: 1000 },
  { width: 360, height: 780 },
];

interface Measured {
  lcpMs: number;
  cls: number;
  slowestCallMs: number;
  busyMs: number;
}

const browser = await openBrowser();
for (const { path, shows } of PAGES) {
  for (const size of SIZES) {
    const context = await browser.newContext({ viewport: size });
    await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
    await measure(context, path, shows);
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(context, path, shows));
    const [lcp, call] = [median(rounds.map(one => one.lcpMs)), median(rounds.map(one => one.slowestCallMs))];
    console.log(
      `${path} at ${size.width}: LCP ${lcp.toFixed(0)} ms, ${(lcp / call).toFixed(1)} × the slowest call (${call.toFixed(0)} ms);`,
      `CLS ${Math.max(...rounds.map(one => one.cls)).toFixed(4)} at most; processor ${median(rounds.map(one => one.busyMs)).toFixed(0)} ms`,
    );
    await context.close();
  }
}
await browser.close();

async function measure(context: BrowserContext, path: string, shows: string): Promise<Measured> {
  const page = await context.newPage();
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(base + path);
  await page.getByText(shows).first().waitFor();
  // What comes last moves things too; a stream stays open, so that the network is never idle.
  await page.waitForTimeout(1_500);
  const seen = await page.evaluate<Omit<Measured, 'busyMs'>>(`(() => {
    const entries = type => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    };
    const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
    return {
      lcpMs: entries('largest-contentful-paint').at(-1)?.startTime ?? 0,
      cls: entries('layout-shift').reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0),
      slowestCallMs: Math.max(0, ...calls.map(({ duration }) => duration)),
    };
  })()`);
  const { metrics: list } = await metrics.send('Performance.getMetrics');
  const busyMs = 1000 * (list.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  await page.close();
  return { ...seen, busyMs };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

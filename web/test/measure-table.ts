/**
 * Measures a table of 40 years × 120 lines: `node web/test/measure-table.ts http://127.0.0.1:8080 KEY`, with a service running
 * over the sample pack. The years are generated from the service's data of Apple, with a figure in every line.
 * CPU time of the page's main thread, independent of other processes; medians. Takes at most one minute; on a busy machine
 * it does fewer rounds.
 */
import { LINE_ITEMS } from '../../client/src/line-items.ts';
import { openBrowser } from '../../server/test/service/browser.ts';
import { busyMs, median, rounds } from './measure.ts';

interface Period {
  fiscal_year: number;
  period_end: string;
  values: Record<string, object>;
}

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const YEARS = 40;
const FRAMES = 120;
/** Timeout for an animation frame on a busy machine. */
const FRAMES_WITHIN_MS = 5_000;

const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
const years = await manyYears();
const measured = await rounds({ wanted: 5, withinMs: 40_000 }, async () => {
  const page = await context.newPage();
  await page.route('**/companies/financials?*', route => route.fulfill({ json: years }));
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${base}/c/us/AAPL/financials?n=all`);
  await page.locator('[data-cell]').first().waitFor();
  await page.waitForTimeout(1_500);
  const opened = await busyMs(metrics);
  const drawn = await page.locator('[data-cell]').count();
  const scroll = async (side: 'scrollTop' | 'scrollLeft') => {
    const before = await busyMs(metrics);
    const frames = await page.evaluate<number>(`new Promise(resolve => {
      const scroller = document.querySelector('[data-cell]').closest('table').parentElement;
      const endMs = performance.now() + ${FRAMES_WITHIN_MS};
      let frames = 0;
      let step = 40;
      const next = () => {
        const was = scroller.${side};
        scroller.${side} += step;
        if (scroller.${side} === was) step = -step;
        if (++frames < ${FRAMES} && performance.now() < endMs) requestAnimationFrame(next); else resolve(frames);
      };
      requestAnimationFrame(next);
    })`);
    return ((await busyMs(metrics)) - before) / frames;
  };
  const result = { opened, drawn, down: await scroll('scrollTop'), across: await scroll('scrollLeft') };
  await page.close();
  return result;
});
await browser.close();
console.log({
  cells: YEARS * LINE_ITEMS.length,
  drawn: measured[0]?.drawn,
  rounds: measured.length,
  openedProcessorMs: median(measured.map(item => item.opened)).toFixed(0),
  frameDownProcessorMs: median(measured.map(item => item.down)).toFixed(1),
  frameAcrossProcessorMs: median(measured.map(item => item.across)).toFixed(1),
});

/** The service's response, extended to forty years with a figure in every line. */
async function manyYears(): Promise<object> {
  const response = await fetch(`${base}/api/v1/companies/financials?ticker=AAPL&market_id=us`, {
    headers: { 'x-api-key': key },
  });
  const body = (await response.json()) as { periods: Period[] };
  const [newest] = body.periods;
  if (!newest) throw new Error('the service returned no figures');
  const figure = newest.values.revenue ?? {};
  const periods = Array.from({ length: YEARS }, (_, back) => ({
    ...newest,
    fiscal_year: newest.fiscal_year - back,
    period_end: `${newest.fiscal_year - back}${newest.period_end.slice(4)}`,
    values: Object.fromEntries(
      LINE_ITEMS.map(({ code }) => [code, { ...figure, ...body.periods[back]?.values[code] }]),
    ),
  }));
  return { ...body, periods };
}

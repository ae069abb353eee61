/**
 * Measures a table of 40 years × 120 lines: `node web/test/measure-table.ts http://127.0.0.1:8080 KEY`, with a service running
 * over the sample pack. The years are made here of those that the service has of Apple, with a figure in every line.
 * Processor time of the page's main thread, so that other processes of the machine do not count; medians.
 */
import type { CDPSession } from 'playwright-core';
import { LINE_ITEMS } from '../../client/src/line-items.ts';
import { openBrowser } from '../../server/test/browser.ts';

interface Period {
  fiscal_year: number;
  period_end: string;
  values: Record<string, object>;
}

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const YEARS = 40;
const ROUNDS = 5;
const FRAMES = 300;

const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
const [opened, down, across]: number[][] = [[], [], []];
let drawn = 0;
for (let round = 0; round < ROUNDS; round++) {
  const page = await context.newPage();
  await page.route('**/companies/financials?*', async route => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { periods: Period[] };
    await route.fulfill({ response: answer, json: { ...body, periods: manyYears(body.periods) } });
  });
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${base}/c/us/AAPL/financials?n=all`);
  await page.locator('[data-cell]').first().waitFor();
  await page.waitForTimeout(1_500);
  opened?.push(await busyMs(metrics));
  drawn = await page.locator('[data-cell]').count();
  for (const [side, measured] of [
    ['scrollTop', down],
    ['scrollLeft', across],
  ] as const) {
    const before = await busyMs(metrics);
    await page.evaluate(`new Promise(resolve => {
      const scroller = document.querySelector('[data-cell]').closest('table').parentElement;
      let frames = 0;
      let step = 40;
      const next = () => {
        const was = scroller.${side};
        scroller.${side} += step;
        if (scroller.${side} === was) step = -step;
        if (++frames < ${FRAMES}) requestAnimationFrame(next); else resolve();
      };
      requestAnimationFrame(next);
    })`);
    measured?.push(((await busyMs(metrics)) - before) / FRAMES);
  }
  await page.close();
}
await browser.close();
console.log({
  cells: YEARS * LINE_ITEMS.length,
  drawn,
  openedProcessorMs: median(opened).toFixed(0),
  frameDownProcessorMs: median(down).toFixed(1),
  frameAcrossProcessorMs: median(across).toFixed(1),
});

/** The years given, and older ones after them until there are forty, each with a figure in every line. */
function manyYears(periods: readonly Period[]): Period[] {
  const [newest] = periods;
  if (!newest) throw new Error('the service has no figures');
  const figure = newest.values.revenue ?? {};
  return Array.from({ length: YEARS }, (_, back) => ({
    ...newest,
    fiscal_year: newest.fiscal_year - back,
    period_end: `${newest.fiscal_year - back}${newest.period_end.slice(4)}`,
    values: Object.fromEntries(LINE_ITEMS.map(({ code }) => [code, { ...figure, ...periods[back]?.values[code] }])),
  }));
}

async function busyMs(metrics: CDPSession): Promise<number> {
  const { metrics: list } = await metrics.send('Performance.getMetrics');
  return 1000 * (list.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

function median(numbers: readonly number[] = []): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

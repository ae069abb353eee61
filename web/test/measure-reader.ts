/**
 * Measures the filing reader on a section of 5 MB: `node web/test/measure-reader.ts http://127.0.0.1:8080 KEY`, with a service
 * running over the sample pack. The section is generated and replaces the service's response, as a single part, which is
 * 250 times what a part of a section may be; paragraphs, tables of figures and marked facts are as long as those of a 10-K.
 * Takes at most two minutes; on a busy machine it does fewer rounds.
 */
import { openBrowser } from '../../server/test/service/browser.ts';
import { busyMs, median, rounds } from './measure.ts';

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const BYTES = 5_000_000;
const ADDRESS = `${base}/f/sec-edgar:9999900001-26-000002/item_1a`;
const FRAMES = 600;
/** Timeout for an animation frame on a busy machine. */
const FRAMES_WITHIN_MS = 20_000;

const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(
  `if (location.protocol !== 'about:') localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`,
);
const content = longSection();
const measured = await rounds({ wanted: 5, withinMs: 70_000 }, async () => {
  const page = await context.newPage();
  await page.route('**/sections/item_1a?*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), content } });
  });
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(ADDRESS);
  await page.frameLocator('iframe').locator('article h3').first().waitFor();
  await page.waitForTimeout(2_000);
  const openedMs = await busyMs(metrics);
  const frames = await page.evaluate<number[]>(`new Promise(resolve => {
    const scroller = document.querySelector('iframe').contentDocument.documentElement;
    const deltas = [];
    let before = performance.now();
    const endMs = before + ${FRAMES_WITHIN_MS};
    const step = now => {
      deltas.push(now - before);
      before = now;
      scroller.scrollTop += 120;
      if (deltas.length < ${FRAMES} && now < endMs) requestAnimationFrame(step); else resolve(deltas.slice(1));
    };
    requestAnimationFrame(step);
  })`);
  const frameMs = ((await busyMs(metrics)) - openedMs) / frames.length;
  await page.close();
  return { openedMs, frameMs, late: frames.filter(delta => delta > 34).length / frames.length };
});
await browser.close();
console.log({
  bytes: content.length,
  rounds: measured.length,
  openedProcessorMs: median(measured.map(item => item.openedMs)).toFixed(0),
  frameProcessorMs: median(measured.map(item => item.frameMs)).toFixed(1),
  framesOver34Ms: `${(100 * median(measured.map(item => item.late))).toFixed(1)} %`,
});

function longSection(): string {
  const parts: string[] = [];
  let length = 0;
  for (let n = 0; length < BYTES; n++) {
    const block =
      n % 25 === 0
        ? `<h3>Part ${n}</h3>`
        : n % 10 === 0
          ? figures(n)
          : `<p>${'Words of risk and of promise. '.repeat(18)}</p>`;
    parts.push(block);
    length += block.length;
  }
  return parts.join('\n');
}

function figures(n: number): string {
  const row = (at: number) =>
    `<tr><td>Line ${at}</td>${[0, 1, 2].map(column => `<td>$<span data-fact="g-${n}-${at}-${column}">${1000 * at + column},123</span></td>`).join('')}</tr>`;
  return `<table>${Array.from({ length: 20 }, (_, at) => row(at)).join('')}</table>`;
}

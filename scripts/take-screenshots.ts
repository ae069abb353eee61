/**
 * Writes the pictures that the documentation shows: `node scripts/take-screenshots.ts http://127.0.0.1:8080`, with a
 * service running over the sample pack.
 */
import { join } from 'node:path';
import { openBrowser } from '../server/test/browser.ts';

const [base = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1100, height: 1080 }, deviceScaleFactor: 1 });
await page.goto(base);
await page.screenshot({ path: join(import.meta.dirname, '../docs/images/first-page.png') });
await browser.close();

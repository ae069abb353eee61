/**
 * Takes the screenshots of the documentation: `node scripts/take-screenshots.ts http://127.0.0.1:8080 KEY`, with a
 * service running over the sample pack. Arguments after the key select pictures; default: all.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../server/test/service/browser.ts';

type Scheme = 'light' | 'dark';

interface Picture {
  name: string;
  path: string;
  /** Both by default. */
  schemes?: readonly Scheme[];
  width?: number;
  height?: number;
  isSignedOut?: boolean;
  /** Text that the page shows when it is ready. */
  shows: string;
  prepare?: (page: Page) => Promise<unknown>;
  /** Prepares the responses of the service before the page requests them. */
  before?: (page: Page) => Promise<unknown>;
}

const BOTH: readonly Scheme[] = ['light', 'dark'];

const PICTURES: readonly Picture[] = [
  { name: 'first-page', path: '/', schemes: ['light'], width: 1200, height: 900, shows: 'United States' },
  { name: 'home', path: '/', shows: 'United States' },
  {
    name: 'home-search',
    path: '/',
    width: 360,
    height: 780,
    shows: 'United States',
    prepare: page => page.locator('input[data-search]').pressSequentially('nik', { delay: 40 }),
  },
  { name: 'signed-out', path: '/c/us/AAPL', isSignedOut: true, shows: 'Sign in to see AAPL' },
  { name: 'sign-in', path: '/signin', isSignedOut: true, shows: 'API key' },
  { name: 'company-overview', path: '/c/us/AAPL', shows: 'Does it add up?' },
  {
    name: 'company-financials',
    path: '/c/us/AAPL/financials?fold=income,balance&cell=operating_cash_flow.2017fy',
    shows: 'As filed over time',
  },
  {
    name: 'company-financials-360',
    path: '/c/us/AAPL/financials',
    width: 360,
    height: 780,
    shows: '416,161',
  },
  {
    name: 'company-financials-first-reported',
    path: '/c/us/AAPL/financials?s=cashflow&v=first',
    shows: '63,598',
  },
  {
    name: 'company-charts',
    path: '/c/us/AAPL/charts?with=us.MSFT,us.COST&at=2021',
    height: 1060,
    shows: 'compared',
  },
  { name: 'company-filings', path: '/c/us/AAPL/filings', shows: 'Period to' },
  {
    name: 'company-not-there-yet',
    path: '/c/us/AAPL/people',
    height: 600,
    shows: 'not in this service yet',
  },
  {
    name: 'filing-reader',
    path: '/f/sec-edgar:9999900001-26-000002/item_8?fact=f-28',
    height: 900,
    shows: 'Accuracy',
  },
  {
    name: 'filing-reader-360',
    path: '/f/sec-edgar:9999900001-26-000002/item_8?fact=f-28',
    width: 360,
    height: 780,
    shows: 'Item 8 · Financial',
    prepare: page => page.frameLocator('iframe').locator('[data-chosen]').waitFor(),
  },
  {
    name: 'filing-compare',
    path: '/f/sec-edgar:9999900001-26-000002/item_1a/compare?only=1',
    height: 700,
    shows: 'paragraphs are the same',
    prepare: page => page.keyboard.press('n'),
  },
  { name: 'search', path: '/search?q=robot+injure', shows: '1 section' },
  {
    name: 'screen',
    path: '/screen?f=revenue.gte.4e8&cur=USD&sort=-operating_margin',
    height: 800,
    shows: '10 credits a page',
    prepare: page => page.getByRole('button', { name: 'Run' }).click(),
  },
  {
    name: 'screen-360',
    path: '/screen?cur=USD',
    width: 360,
    height: 780,
    shows: '10 credits a page',
    prepare: page => page.getByRole('button', { name: 'Run' }).click(),
  },
  {
    name: 'screen-filter',
    path: '/screen?f=revenue.gte.4e8&cur=USD',
    height: 800,
    shows: '10 credits a page',
    prepare: async page => {
      await page.keyboard.press('f');
      await page.getByRole('combobox', { name: 'Line item' }).fill('margin');
    },
  },
  {
    name: 'api-drawer',
    path: '/c/us/AAPL',
    shows: 'Does it add up?',
    prepare: page => page.keyboard.press('.'),
  },
  { name: 'watchlist', path: '/watchlist', height: 640, shows: 'Apple Inc.', before: watchSome },
  { name: 'watchlist-360', path: '/watchlist', width: 360, height: 780, shows: 'Apple Inc.' },
  { name: 'notifications', path: '/notifications', height: 640, shows: 'Notifications' },
  {
    name: 'webhooks',
    path: '/account/webhooks',
    height: 900,
    shows: 'Webhooks',
    before: makeEndpoint,
    prepare: async page => {
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('webhook.test').last().waitFor();
      await page.locator('tbody button').first().click();
      await page.getByText('webhook-id').waitFor();
    },
  },
  {
    name: 'search-result',
    path: '/search?q=robot',
    height: 700,
    shows: 'sections',
    prepare: page => page.keyboard.press('j'),
  },
  {
    name: 'find-in-filing',
    path: '/f/sec-edgar:9999900001-26-000002/item_1a?find=robot',
    height: 800,
    shows: 'Find in the whole filing',
    prepare: page => page.getByRole('button', { name: /Find in the whole filing/ }).click(),
  },
  {
    name: 'state-loading',
    path: '/c/us/AAPL/financials',
    height: 600,
    shows: 'Overview',
    before: page => page.route('**/companies/financials?*', () => undefined),
  },
  {
    name: 'state-error',
    path: '/c/us/AAPL/financials',
    height: 600,
    shows: 'The service did not respond.',
    before: page =>
      page.route('**/companies/financials?*', route =>
        route.fulfill({
          status: 502,
          headers: { 'x-request-id': 'an-example' },
          json: { error: 'upstream_error', message: 'The registry did not respond.', request_id: 'an-example' },
        }),
      ),
  },
  {
    name: 'state-partial',
    path: '/c/us/AAPL',
    height: 900,
    shows: 'We could not load the filings',
    before: page => page.route('**/tickers/*/filings?*', route => route.abort()),
  },
  {
    name: 'state-offline',
    path: '/c/us/AAPL/financials',
    height: 600,
    shows: '416,161',
    prepare: async page => {
      await page.context().setOffline(true);
      await page.keyboard.press('q');
      await page.getByText('You are offline.').first().waitFor();
    },
  },
  {
    name: 'state-plan',
    path: '/f/sec-edgar:9999900001-26-000002/item_1?panel=files',
    height: 600,
    shows: 'The plan business shows the files of this filing.',
    before: page =>
      page.route('**/api/v1/documents/**', route =>
        route.fulfill({
          status: 403,
          json: { error: 'upgrade_required', message: 'Files are on the plan business.', plan_required: 'business' },
        }),
      ),
  },
  { name: 'state-empty', path: '/search?q=xyzzyplugh', height: 600, shows: 'No section has' },
  { name: 'keys', path: '/', shows: 'United States', prepare: page => page.keyboard.press('?') },
];

const [base = 'http://127.0.0.1:8080', key = '', ...only] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../docs/images');
mkdirSync(join(folder, 'web'), { recursive: true });
const browser = await openBrowser();
for (const picture of PICTURES) {
  if (only.length > 0 && !only.includes(picture.name)) continue;
  for (const scheme of picture.schemes ?? BOTH) await take(picture, scheme);
}
await browser.close();

async function take(picture: Picture, scheme: Scheme): Promise<void> {
  const { name, path, width = 1440, height = 1000, shows, prepare, before } = picture;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  if (!picture.isSignedOut) {
    await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
  }
  const page = await context.newPage();
  await before?.(page);
  await page.goto(base + path);
  await page.getByText(shows).first().waitFor();
  // Local files load at once; text whose font loads late would be shown in another font.
  await page.reload();
  await page.getByText(shows).first().waitFor();
  await prepare?.(page);
  // Fonts, suggestions and charts appear after the text.
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(1_500);
  const file = name === 'first-page' ? 'first-page.png' : `web/${name}-${scheme}.png`;
  await page.screenshot({ path: join(folder, file) });
  await context.close();
}

/** Gives the account some existing data. */
async function watchSome(): Promise<void> {
  for (const ticker of ['NKE', 'COST', 'MSFT', 'AAPL']) await post('/api/user/watchlist', { ticker, market_id: 'us' });
}

/**
 * Requires a service with ASFILED_WEBHOOK_ALLOW_PRIVATE=1. Nothing listens at that address, so the log shows failures.
 */
async function makeEndpoint(): Promise<void> {
  const response = await fetch(`${base}/api/user/webhooks`, { headers: { 'x-api-key': key } });
  if (((await response.json()) as unknown[]).length === 0) await post('/api/user/webhooks', { url: `${base}/healthz` });
}

async function post(path: string, body: object): Promise<void> {
  await fetch(base + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

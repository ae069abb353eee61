/**
 * Writes the pictures that the documentation shows: `node scripts/take-screenshots.ts http://127.0.0.1:8080 KEY`, with a
 * service running over the sample pack. Arguments after the key name pictures to take, all by default.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../server/test/browser.ts';

interface Picture {
  name: string;
  path: string;
  schemes: readonly ('light' | 'dark')[];
  width?: number;
  height?: number;
  isSignedOut?: boolean;
  /** What stands on the page when it is ready. */
  shows: string;
  prepare?: (page: Page) => Promise<unknown>;
}

const BOTH = ['light', 'dark'] as const;

const PICTURES: readonly Picture[] = [
  { name: 'first-page', path: '/', schemes: ['light'], width: 1200, height: 900, shows: 'United States' },
  { name: 'home', path: '/', schemes: BOTH, shows: 'United States' },
  {
    name: 'home-search',
    path: '/',
    schemes: ['dark'],
    width: 360,
    height: 780,
    shows: 'United States',
    prepare: page => page.locator('input[data-search]').pressSequentially('nik', { delay: 40 }),
  },
  { name: 'signed-out', path: '/c/us/AAPL', schemes: ['light'], isSignedOut: true, shows: 'Sign in to see AAPL' },
  { name: 'sign-in', path: '/signin', schemes: ['light'], isSignedOut: true, shows: 'API key' },
  { name: 'company-overview', path: '/c/us/AAPL', schemes: BOTH, shows: 'Does it add up?' },
  {
    name: 'company-financials',
    path: '/c/us/AAPL/financials?fold=income,balance&cell=operating_cash_flow.2017fy',
    schemes: BOTH,
    shows: 'As filed over time',
  },
  {
    name: 'company-financials-360',
    path: '/c/us/AAPL/financials',
    schemes: BOTH,
    width: 360,
    height: 780,
    shows: '416,161',
  },
  {
    name: 'company-financials-first-reported',
    path: '/c/us/AAPL/financials?s=cashflow&v=first',
    schemes: ['light'],
    shows: '63,598',
  },
  {
    name: 'company-charts',
    path: '/c/us/AAPL/charts?with=us.MSFT,us.COST&at=2021',
    schemes: BOTH,
    height: 1060,
    shows: 'compared',
  },
  { name: 'company-filings', path: '/c/us/AAPL/filings', schemes: ['light'], shows: 'Period to' },
  {
    name: 'company-not-there-yet',
    path: '/c/us/AAPL/people',
    schemes: ['light'],
    height: 600,
    shows: 'not in this service yet',
  },
  {
    name: 'filing-reader',
    path: '/f/sec-edgar:9999900001-26-000002/item_8?fact=f-28',
    schemes: BOTH,
    height: 900,
    shows: 'Accuracy',
  },
  {
    name: 'filing-reader-360',
    path: '/f/sec-edgar:9999900001-26-000002/item_8?fact=f-28',
    schemes: ['dark'],
    width: 360,
    height: 780,
    shows: 'Net revenue',
  },
  {
    name: 'filing-compare',
    path: '/f/sec-edgar:9999900001-26-000002/item_1a/compare?with=sec-edgar:9999900002-25-000002&only=1',
    schemes: ['light'],
    height: 700,
    shows: 'paragraphs are the same',
    prepare: page => page.keyboard.press('n'),
  },
  { name: 'search', path: '/search?q=robot+injure', schemes: BOTH, shows: '1 section' },
  { name: 'search-empty', path: '/search?q=xyzzyplugh', schemes: ['light'], shows: 'No section has' },
  {
    name: 'screen',
    path: '/screen?f=revenue.gte.4e8&cur=USD&sort=-operating_margin',
    schemes: BOTH,
    height: 800,
    shows: '10 credits a page',
    prepare: page => page.getByRole('button', { name: 'Run' }).click(),
  },
  {
    name: 'screen-360',
    path: '/screen?cur=USD',
    schemes: ['light'],
    width: 360,
    height: 780,
    shows: '10 credits a page',
    prepare: page => page.getByRole('button', { name: 'Run' }).click(),
  },
  {
    name: 'screen-filter',
    path: '/screen?f=revenue.gte.4e8&cur=USD',
    schemes: ['light'],
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
    schemes: BOTH,
    shows: 'Does it add up?',
    prepare: page => page.keyboard.press('.'),
  },
  { name: 'keys', path: '/', schemes: ['light'], shows: 'United States', prepare: page => page.keyboard.press('?') },
];

const [base = 'http://127.0.0.1:8080', key = '', ...only] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../docs/images');
mkdirSync(join(folder, 'web'), { recursive: true });
const browser = await openBrowser();
for (const picture of PICTURES) {
  if (only.length > 0 && !only.includes(picture.name)) continue;
  for (const scheme of picture.schemes) await take(picture, scheme);
}
await browser.close();

async function take(picture: Picture, scheme: 'light' | 'dark'): Promise<void> {
  const { name, path, width = 1440, height = 1000, shows, prepare } = picture;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  if (!picture.isSignedOut) {
    await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(key)})`);
  }
  const page = await context.newPage();
  await page.goto(base + path);
  await page.getByText(shows).first().waitFor();
  await prepare?.(page);
  // Fonts, suggestions and charts come after the words.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(800);
  const file = name === 'first-page' ? 'first-page.png' : `web/${name}-${scheme}.png`;
  await page.screenshot({ path: join(folder, file) });
  await context.close();
}

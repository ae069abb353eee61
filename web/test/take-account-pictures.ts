/**
 * Writes the screenshots of the account pages, `docs/images/web/account-*.png`:
 * `node web/test/take-account-pictures.ts http://127.0.0.1:8080 DATA_FOLDER`, with a service running over that folder. The
 * account in them is fictional and created in that store.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../server/test/accounts/oauth.ts';
import { openBrowser } from '../../server/test/service/browser.ts';
import { PROJECT } from '../../server/test/service/service.ts';
import { createAccountKey } from './accounts.ts';
import { createUsedAccount } from './used-account.ts';

interface Picture {
  name: string;
  path: string;
  /** `new` for an account without any usage. */
  account?: 'new';
  isNarrow?: boolean;
  /** A text that is visible once the page is ready. */
  shows: string;
  /** Prepares routes before the page sends calls. */
  before?: (page: Page) => Promise<unknown>;
  bring?: (page: Page) => Promise<unknown>;
}

const PICTURES: readonly Picture[] = [
  { name: 'profile', path: '/account/profile', shows: 'Firefox on Linux' },
  {
    name: 'two-step',
    path: '/account/profile?form=two-step',
    shows: 'Continue',
    bring: async page => {
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  { name: 'delete', path: '/account/profile?form=delete', shows: 'This cannot be undone' },
  { name: 'usage', path: '/account/usage', shows: 'Nightly export' },
  { name: 'usage-360', path: '/account/usage?span=90', shows: 'Nightly export', isNarrow: true },
  { name: 'usage-table', path: '/account/usage?view=table', shows: 'Day (UTC)' },
  { name: 'usage-empty', path: '/account/usage', shows: 'No credits were spent', account: 'new' },
  {
    name: 'usage-partial',
    path: '/account/usage',
    shows: 'The service failed to respond.',
    before: page =>
      page.route('**/api/user/keys', route =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"error":"internal_error","message":"Something went wrong here.","request_id":"r-1"}',
        }),
      ),
    bring: page => page.getByText('The service failed to respond.').scrollIntoViewIfNeeded(),
  },
  {
    name: 'usage-loading',
    path: '/account/usage',
    shows: 'Usage and keys',
    before: page => page.route('**/api/user/usage*', () => undefined),
  },
  {
    name: 'key-made',
    path: '/account/usage?form=key',
    shows: 'Create key',
    bring: async page => {
      await page.getByLabel('Name').fill('Weekend script');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('“Weekend script” is ready').scrollIntoViewIfNeeded();
    },
  },
  { name: 'apps', path: '/account/apps', shows: 'Ledger reader' },
  { name: 'apps-empty', path: '/account/apps', shows: 'No connected apps.', account: 'new' },
  { name: 'plan', path: '/account/plan', shows: 'Refunded' },
];

const [base = 'http://127.0.0.1:8080', dataFolder = ''] = process.argv.slice(2);
const app = { base, dataFolder };
const { key } = await createUsedAccount(app, 'ada@example.org');
const keyOfNew = await createAccountKey(app, 'free', 'grace@example.org');
const browser = await openBrowser();
for (const picture of PICTURES) {
  for (const scheme of ['light', 'dark'] as const) await take(picture, scheme);
}
await browser.close();

async function take(picture: Picture, scheme: 'light' | 'dark'): Promise<void> {
  const { name, path, account, isNarrow = false, shows, before, bring } = picture;
  const viewport = isNarrow ? { width: 360, height: 780 } : { width: 1440, height: 1000 };
  const context = await browser.newContext({ viewport, colorScheme: scheme });
  const held = account === 'new' ? keyOfNew : key;
  await context.addInitScript(`localStorage.setItem('asfiled.credential', ${JSON.stringify(held)})`);
  const page = await context.newPage();
  await before?.(page);
  await page.goto(base + path);
  await page.getByText(shows).first().waitFor();
  await bring?.(page);
  // Fonts and charts load after the text.
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(PROJECT, `docs/images/web/account-${name}-${scheme}.png`) });
  await context.close();
}

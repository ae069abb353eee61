import { expect, it } from 'vitest';
import { sql } from '../../server/src/db/database.ts';
import { type NewEvent, queueEvents } from '../../server/src/domain/kit/store/outbox.ts';
import { filingEvent } from '../../server/test/accounts/notify.ts';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { createAccountKey, onDatabase } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('watchlist and notifications', app => {
  it('adds a company by search and removes it, also by keyboard', async () => {
    const key = await createAccountKey(app, 'pro', 'watcher@example.org');
    const opened = await openPage(app, '/watchlist', { key });
    const { page } = opened;
    await page.getByText('No watched companies yet.').waitFor();
    await page.getByText('0 of 500.').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.type('apple');
    await page.getByRole('option', { name: /Apple Inc/ }).waitFor();
    await page.keyboard.press('Enter');
    const apple = page.getByRole('row', { name: /Apple Inc/ });
    await apple.waitFor();
    await page.keyboard.press('a');
    await page.keyboard.type('apple');
    await page.getByRole('option', { name: /Apple Inc/ }).click();
    await page.getByText('Apple Inc. is already on your watchlist.').waitFor();
    await expectAccessible(opened);
  });

  it('stores the alerts and the note of a company', async () => {
    const key = await createAccountKey(app, 'pro', 'chooser@example.org');
    await watch(key, 'AAPL');
    const opened = await openPage(app, '/watchlist', { key });
    const { page } = opened;
    const apple = page.getByRole('row', { name: /Apple Inc/ });
    await apple.getByRole('button', { name: /Edit alerts for Apple Inc\.: Everything/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Alerts for Apple Inc.' });
    await dialog.getByLabel('Filings', { exact: true }).check();
    await dialog.getByLabel('Only these form types').fill('10-k, 10-q');
    await dialog.getByText('Filings: 10-K, 10-Q').waitFor();
    await expectAccessible(opened);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await apple.getByText('Filings: 10-K, 10-Q').waitFor();

    await apple.getByLabel('Note on Apple Inc.').fill('Services grow');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => get(key, '/api/user/watchlist'))
      .toMatchObject({ items: [{ ticker: 'AAPL', note: 'Services grow', alerts: { form_types: ['10-K', '10-Q'] } }] });
  });

  it('toggles watching of a company page with w', async () => {
    const key = await createAccountKey(app, 'pro', 'letters@example.org');
    await watch(key, 'AAPL');
    const opened = await openPage(app, '/watchlist', { key });
    const { page } = opened;
    const apple = page.getByRole('row', { name: /Apple Inc/ });
    await apple.getByRole('link', { name: /Apple Inc/ }).click();
    await page.getByRole('button', { name: 'Watched', pressed: true }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Watch', pressed: false, exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByText('No watched companies yet.').waitFor();
    await expectAccessible(opened);
  });

  it('imports a CSV file by line and exports an importable one', async () => {
    const key = await createAccountKey(app, 'pro', 'files@example.org');
    const opened = await openPage(app, '/watchlist', { key });
    const { page } = opened;
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByLabel('CSV file').setInputFiles({
      name: 'mine.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('ticker,market_id,note\nAAPL,us,first\nNOSUCH,us,\nMSFT,us,second\n'),
    });
    await page.getByText('2 added, 0 updated, 1 rejected.').waitFor();
    await page.getByRole('row', { name: /NOSUCH Rejected/ }).waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /MICROSOFT/i }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('watchlist.csv');
  });

  it('shows notifications live and marks them as read when opened', async () => {
    const key = await createAccountKey(app, 'pro', 'live@example.org');
    await watch(key, 'AAPL');
    // The stream does not send notifications from before it was opened.
    const [opened] = await Promise.all([
      openPage(app, '/notifications', { key }),
      app.page.waitForResponse('**/api/user/notifications/stream'),
    ]);
    const { page } = opened;
    await page.getByText('No notifications yet.').waitFor();
    await expectAccessible(opened);
    await announceFiling('0009999999-26-000001', 'Annual report (10-K)');
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    await page.getByText('Unread: Annual report (10-K)').waitFor();
    await expectAccessible(opened);
    await page.getByText('Unread', { exact: true }).click();
    await page.waitForURL(/unread=1/);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No notifications match.').waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();

    await announceFiling('0009999999-26-000002', 'Material event (8-K)');
    await page.getByText('Unread: Material event (8-K)').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/f\/sec-edgar:0009999999-26-000002/);
    await expect.poll(() => get(key, '/api/user/notifications/unread-count')).toEqual({ unread_count: 0 });
  });

  it('passes accessibility checks in light and dark, narrow and wide', async () => {
    const key = await createAccountKey(app, 'pro', 'views@example.org');
    await watch(key, 'MSFT');
    await watch(key, 'COST');
    await announceFiling('0009999999-26-000003', 'Interim report (10-Q)', 'MSFT');
    const pages = ['/watchlist', '/notifications'].map(path => ({ path, shows: 'Interim report (10-Q)' }));
    await expectAccessibleInEveryView(app, pages, { key });
  });

  it('asks to sign in when signed out', async () => {
    const opened = await openPage(app, '/watchlist', { isSignedIn: false });
    await opened.page.getByText('Sign in to see your watchlist.').waitFor();
    await expectAccessible(opened);
  });

  async function get(key: string, path: string): Promise<unknown> {
    return (await fetch(app.base + path, { headers: { 'x-api-key': key } })).json();
  }

  async function watch(key: string, ticker: string): Promise<void> {
    const response = await fetch(`${app.base}/api/user/watchlist`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ ticker, market_id: 'us' }),
    });
    expect(response.status).toBe(201);
  }

  /** Announces a fictional filing of a company like the pipeline does. */
  async function announceFiling(nativeId: string, title: string, ticker = 'AAPL'): Promise<void> {
    await onDatabase(app, async db => {
      const row = await db.queryOne<{ issuer_id: string }>(
        sql`select issuer_id from listings where ticker_key = ${ticker} and market_id = 'us'`,
      );
      const event: NewEvent = filingEvent(row?.issuer_id ?? '', nativeId, { title });
      await db.transaction(tx => queueEvents(tx, [event]));
    });
  }
});

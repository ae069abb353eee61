import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('saved screens', app => {
  it('saves a screen, renames it, switches its alerts, and deletes it', async () => {
    const key = await createAccountKey(app, 'pro', 'saver@example.org');
    const opened = await openPage(app, '/screen?market=us&where=revenue_growth > 10%25&cols=revenue', { key });
    const { page } = opened;
    await page.getByRole('button', { name: 'Save…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this screen' });
    await dialog.getByLabel('Name').fill('Growing');
    await dialog.getByLabel(/Alert me/).check();
    await expectAccessible(opened);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Saved screens' }).click();
    const row = page.getByRole('row', { name: /Growing/ });
    await row.getByText('revenue_growth > 10%; market us').waitFor();
    expect(await row.getByLabel('Alerts for Growing').isChecked()).toBe(true);
    await row.getByLabel('Alerts for Growing').click();
    await row.getByText('Off').waitFor();
    await row.getByLabel('Name of Growing').fill('Fast');
    await page.keyboard.press('Enter');
    const renamed = page.getByRole('row', { name: /Fast/ });
    await renamed.waitFor();
    await expectAccessible(opened);
    await renamed.getByRole('link', { name: /Fast/ }).click();
    await page.getByText(/whose revenue_growth > 10%/).waitFor();
    await page.goBack();
    await renamed.getByRole('button', { name: 'Delete Fast' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete Fast?' });
    const refuse = { status: 500, json: { error: 'internal_error', message: 'Not now.', request_id: 'r' } };
    await page.route('**/api/user/screens/*', route => route.fulfill(refuse), { times: 1 });
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await confirm.getByText('Not now.').waitFor();
    expect((await page.getByRole('status').allInnerTexts()).join()).not.toContain('was deleted');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No saved screens yet.').waitFor();
  });

  it('opens a screen that another account shares by link, and saves a copy', async () => {
    const owner = await createAccountKey(app, 'pro', 'owner@example.org');
    const call = async (path: string, method: string, body: object) => {
      const response = await fetch(`${app.base}${path}`, {
        method,
        headers: { 'x-api-key': owner, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { id: string; share_id: string };
    };
    const query = { filters: 'revenue.gte.100000000', market_id: 'us' };
    const { id } = await call('/api/user/screens', 'POST', { name: 'Large', query });
    const { share_id } = await call(`/api/user/screens/${id}`, 'PATCH', { shared: true });
    const key = await createAccountKey(app, 'pro', 'reader-of-screens@example.org');
    const opened = await openPage(app, `/screens?share=${share_id}`, { key });
    const { page } = opened;
    await page.getByRole('heading', { name: 'Large' }).waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Save a copy' }).click();
    await page.getByRole('dialog', { name: 'Save this screen' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Large/ }).waitFor();
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createTestApi } from './api.ts';
import { useTestDatabase } from './database.ts';
import { seedIssuer } from './seeds/issuers.ts';
import { CHROMIUM, openBrowser } from './service/browser.ts';

const database = useTestDatabase();

describe.skipIf(CHROMIUM === null)('in a browser (needs Chromium)', () => {
  it('the API reference page makes a real call', async () => {
    const { server, key } = await createTestApi(database.db);
    const base = await server.listen({ host: '127.0.0.1', port: 0 });
    await seedIssuer(database.db, { key: 'cik:320193', name: 'Apple Inc.', listings: [{ ticker: 'AAPL' }] });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const complaints = watch(page, base);

      await page.goto(`${base}/docs`);
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const keyForm = page.locator('.auth-container').first();
      await keyForm.locator('input').fill(key);
      await page
        .getByRole('button', { name: /apply credentials/i })
        .first()
        .click();
      await keyForm.getByRole('button', { name: 'Close' }).click();
      const operation = page.locator('#operations-Entities-lookupEntity');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const response = operation.locator('.live-responses-table .response');
      await response.waitFor();
      expect(await response.locator('.response-col_status').innerText()).toContain('200');
      expect(await response.innerText()).toContain('cik:320193');

      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

/** Collects errors that a page logs and its requests to other origins. */
function watch(page: Page, base: string): string[] {
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) complaints.push(request.url());
  });
  return complaints;
}

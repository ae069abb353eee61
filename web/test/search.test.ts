import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('search in filings', app => {
  it('filters by registry, form, section and dates, stored in the URL', async () => {
    const opened = await openPage(app, '/search?q=robot');
    const { page } = opened;
    const total = page.getByText(/^\d+ sections?$/);
    await total.waitFor();
    const all = Number.parseInt(await total.innerText(), 10);
    await page.getByLabel(/^Registry/).selectOption('sec-edgar');
    await page.waitForURL(/registry=sec-edgar/);
    await page.getByLabel(/^Section/).fill('item_1a');
    await page.getByLabel(/^Section/).press('Enter');
    await page.waitForURL(/section=item_1a/);
    await page.getByLabel('Filed to').fill('2025-12-31');
    await page.waitForURL(/to=2025-12-31/);
    // Only the 10-K of the previous year: the latest one was filed in 2026.
    await page.getByText('1 section', { exact: true }).waitFor();
    await page.getByText('20 Feb 2025', { exact: true }).waitFor();
    expect(all).toBeGreaterThan(1);
    await expectAccessible(opened);
    await page.getByLabel(/^Form/).fill('10-Q');
    await page.getByLabel(/^Form/).press('Enter');
    await page.getByText('No section contains all of these words.').waitFor();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.waitForURL(/\?q=robot$/);
    await total.waitFor();
  });
});

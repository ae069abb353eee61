import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../server/test/browser.ts';
import { openPage, useApp } from './app-page.ts';

describe.skipIf(CHROMIUM === null)('the financials in a browser (needs Chromium)', () => {
  const app = useApp();

  it('as of a day, as twelve months, oldest first, in another scale: by address', async () => {
    const opened = await openPage(app, '/c/us/AAPL/financials?v=2020-06-30&n=5');
    const { page, complaints } = opened;
    const heads = page.locator('thead');
    const revenue = page.getByRole('row', { name: /^Revenue/ });
    // Apple's 10-K of 2019-10-31: net sales of 260,174; the year after was filed after that day.
    await revenue.getByText('260,174').waitFor();
    expect(await heads.innerText()).not.toContain('FY 2020');
    await page.getByText('Only what had been filed by the end of').waitFor();
    await page.getByRole('button', { name: 'Back to as restated' }).click();
    await heads.getByText('FY 2025').waitFor();

    await page.keyboard.press('t');
    await heads.getByText('TTM 2026').first().waitFor();
    expect([...new URL(page.url()).searchParams].sort()).toEqual([
      ['n', '5'],
      ['p', 'ttm'],
    ]);

    await page.goto(`${app.base}/c/us/AAPL/financials?order=old&scale=9&n=5`);
    await heads.getByText('USD billions').waitFor();
    expect(await heads.innerText()).toMatch(/FY 2021.*FY 2025/s);
    expect(complaints).toEqual([]);
  });

  it('a figure that is pointed at shows its source, and the CSV has it with each figure', async () => {
    const { page, complaints } = await openPage(app, '/c/us/AAPL/financials');
    await page.locator('[data-cell="revenue.2025fy"]').hover();
    const source = page.getByRole('dialog', { name: /Revenue, FY 2025|Revenue · FY 2025/ });
    expect(await source.innerText()).toMatch(/Reported.*416,161,000,000.*10-K, filed 31 Oct 2025/s);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('AAPL-fy.csv');
    const [head = '', first = ''] = (await text(await file.createReadStream())).split('\n');
    const names = head.split(',');
    const fields = first.split(',');
    const told = Object.fromEntries(names.map((name, index) => [name, fields[index]]));
    expect(told).toMatchObject({
      code: 'revenue',
      fiscal_year: '2025',
      value: '416161000000',
      unit: 'USD',
      method: 'reported',
      concept: 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
      filing_id: 'sec-edgar:0000320193-25-000079',
    });
    expect(complaints).toEqual([]);
  });
});

import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('financials', app => {
  it('are shown as of a date, as twelve months, oldest first and in another scale by URL', async () => {
    const opened = await openPage(app, '/c/us/AAPL/financials?v=2020-06-30&n=5');
    const { page, complaints } = opened;
    const heads = page.locator('thead');
    const revenue = page.getByRole('row', { name: /^Revenue/ });
    // Apple's 10-K of 2019-10-31: net sales of 260,174; the year after was filed after that day.
    await revenue.getByText('260,174').waitFor();
    expect(await heads.innerText()).not.toContain('FY 2020');
    await page.getByText('Only filings up to the end of').waitFor();
    await page.getByRole('button', { name: 'Show as restated' }).click();
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

  it('show the source of a hovered figure and include sources in the CSV', async () => {
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
    const row = Object.fromEntries(names.map((name, index) => [name, fields[index]]));
    expect(row).toMatchObject({
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

  it('convert to a chosen currency and mark converted figures with their rate', async () => {
    const opened = await openPage(app, '/c/jp/7974/financials?s=income');
    const { page, complaints } = opened;
    const corner = page.locator('thead th').first();
    await corner.getByText('JPY').waitFor();
    await page.getByRole('button', { name: /^JPY/ }).click();
    await page.getByRole('menuitemradio', { name: 'As filed, JPY' }).waitFor();
    await page.getByRole('menuitemradio', { name: 'Converted to USD' }).click();
    await page.getByText('Converted from JPY at ECB reference rates.').waitFor();
    expect(new URL(page.url()).searchParams.get('cur')).toBe('USD');
    await corner.getByText('USD').waitFor();

    // Net sales of 1,601,677 million yen in the year to March 2023, at 0.00739375.
    const cell = page.locator('[data-cell="revenue.2023fy"]');
    expect(await cell.innerText()).toMatch(/≈\s*converted,\s*11,842/);
    expect(await cell.getAttribute('title')).toBe(
      '1 JPY = 0.00739375 USD, mean of 258 days, 1 Apr 2022 – 31 Mar 2023 (ECB)',
    );
    // The stored rates end before March 2024.
    const later = page.locator('[data-cell="revenue.2024fy"]');
    expect(await later.innerText()).toContain('n/r');
    expect(await later.getAttribute('title')).toBe('no stored rate of JPY in USD');
    await page.getByText('≈ Converted: flows at the period’s average rate').waitFor();
    await cell.hover();
    const source = page.getByRole('dialog', { name: /Revenue, FY 2023/ });
    expect(await source.innerText()).toMatch(/As filed\s*1,601,677,000,000 JPY.*Converted\s*1 JPY = 0\.00739375 USD/s);
    await expectAccessible(opened);

    await page.getByRole('button', { name: 'Show as filed' }).click();
    await corner.getByText('JPY').waitFor();
    expect(new URL(page.url()).searchParams.get('cur')).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('show the call with the currency, and the error for a currency without rates', async () => {
    const { page } = await openPage(app, '/c/jp/7974/financials?cur=EUR');
    await page.getByText('Converted from JPY').waitFor();
    await page.keyboard.press('.');
    await page
      .getByText(/currency=EUR/)
      .first()
      .waitFor();
    await page.goto(`${app.base}/c/jp/7974/financials?cur=TWD`);
    await page.getByText(/No exchange rates of TWD are stored/).waitFor();
  });
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { copiedText, describeInBrowser, openPage } from './app-page.ts';

/** Companies in table order. */
function companies(page: Page): Promise<string[]> {
  return page.locator('tbody th b').allInnerTexts();
}

/** Calls of the priced operation that the page sends. */
function countScreens(page: Page): () => number {
  let screens = 0;
  page.on('request', request => {
    if (request.url().includes('/financials/screen')) screens += 1;
  });
  return () => screens;
}

describeInBrowser('screens', app => {
  it('screens by a condition, and shows where one cannot be read', async () => {
    const opened = await openPage(app, '/screen?add=us.AAPL,us.MSFT,us.COST,us.NKE&cols=revenue');
    const { page } = opened;
    await page.getByLabel('Condition').fill('operating_income / revenue > 20%');
    await page.getByLabel('Condition').press('Enter');
    await page.getByText(/whose operating_income \/ revenue > 20%; newest fiscal year/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('[data-cell]').first().waitFor();
    expect((await companies(page)).map(name => name.slice(0, 4).toLowerCase())).toEqual(['appl', 'micr']);
    await expectAccessible(opened);

    await page.getByLabel('Condition').fill('operating_incme / revenue > 20%');
    await page.getByLabel('Condition').press('Enter');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/at 1: there is no code "operating_incme"; the nearest is "operating_income"/).waitFor();
  });

  it('shows the price first, sends one call, and sorts the loaded result for free', async () => {
    const opened = await openPage(app, '/screen?add=us.AAPL,us.MSFT,us.COST,us.NKE&cols=revenue,operating_margin');
    const { page } = opened;
    const screens = countScreens(page);
    await page.getByText('4 selected companies; newest fiscal year, the largest Revenue first.').waitFor();
    await page.getByText(/10 credits per page of up to 100 companies\. Run\?/).waitFor();
    await expectAccessible(opened);
    expect(screens()).toBe(0);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('[data-cell]').first().waitFor();
    expect((await companies(page)).map(name => name.slice(0, 4).toLowerCase())).toEqual([
      'appl',
      'micr',
      'cost',
      'nike',
    ]);
    // Apple's 10-K of 2025: 416,161 of net sales, 133,050 of operating income.
    const apple = page.getByRole('row', { name: /Apple/ });
    expect(await apple.innerText()).toMatch(/Sep 2025\s+416,161\s+32\.0\s*%/);
    expect(await page.getByRole('columnheader', { name: /Revenue/ }).getAttribute('aria-sort')).toBe('descending');

    await page.getByRole('button', { name: 'Operating margin' }).click();
    await page.locator('th[aria-sort] >> text=Operating margin').waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-operating_margin');
    // Nike states no operating income, so it is last in both directions.
    expect((await companies(page)).map(name => name.slice(0, 4).toLowerCase())).toEqual([
      'micr',
      'appl',
      'cost',
      'nike',
    ]);
    await page.getByRole('button', { name: 'Operating margin' }).click();
    await page.waitForURL(/sort=operating_margin/);
    expect((await companies(page)).map(name => name.slice(0, 4).toLowerCase())).toEqual([
      'cost',
      'appl',
      'micr',
      'nike',
    ]);
    expect(await page.getByRole('row', { name: /NIKE/i }).innerText()).toContain('not reported');
    expect(await page.getByRole('row', { name: /Median of 4/ }).innerText()).toMatch(/of 3 that report it\s*32\.0/);
    expect(screens()).toBe(1);
    await expectAccessible(opened);
  });

  it('builds filters and refetches only on demand', async () => {
    const opened = await openPage(app, '/screen?rep=USD');
    const { page } = opened;
    const screens = countScreens(page);
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.keyboard.press('r');
    await page.locator('[data-cell]').first().waitFor();
    // Apple's 10-K of 2025: net sales of 416,161 after 391,035.
    const apple = page.getByRole('row', { name: /Apple/ });
    expect(await apple.innerText()).toMatch(/416,161\s+\+6\.4/);
    await apple.getByText('2020 to 2025').waitFor({ state: 'attached' });
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Line item' }).fill('gross m');
    await page.getByRole('option', { name: /Gross margin/ }).waitFor();
    await expectAccessible(opened);
    await page.keyboard.press('Enter');
    await page.getByLabel('Number').fill('1,5');
    await page.getByText('“1,5” is not a valid number').waitFor();
    expect(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Number').fill('60');
    await page.getByText('Gross margin is at least 60%.').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The table shows the result of the previous criteria.').waitFor();
    expect(new URL(page.url()).searchParams.get('f')).toBe('gross_margin.gte.0.6');
    expect(screens()).toBe(1);
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/compan(y|ies) match(es)? the filter/).waitFor();
    await expect.poll(() => companies(page)).not.toContain('Apple Inc.');
    expect(await companies(page)).toContain('NVIDIA CORP');
    expect(screens()).toBe(2);

    await page.getByRole('button', { name: 'Gross margin is at least 60%' }).click();
    await page.getByLabel('Number').fill('400%');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.keyboard.press('r');
    await page.getByText('No companies match.').waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: /Without “Gross margin/ }).click();
    // Loaded before and still cached.
    await page.locator('[data-cell]').first().waitFor();
    expect(await companies(page)).toContain('Apple Inc.');
    expect(screens()).toBe(3);
  });

  it('links figures to companies, also by keyboard; going back is free', async () => {
    const opened = await openPage(app, '/screen?add=us.AAPL,us.MSFT&cols=revenue,net_income');
    const { page } = opened;
    const screens = countScreens(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('[data-cell]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('c');
    await expect.poll(() => copiedText(page)).toBe('101832000000');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect
      .poll(() => copiedText(page))
      .toMatch(
        /^company\t.*\trevenue\tnet_income\nApple Inc\.\tcik:320193\tus\tAAPL\t2025\t2025-09-27\tUSD\t.*\t416161000000\t/,
      );
    await page.locator('[data-cell$=".net_income"]').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/c\/us\/MSFT\/financials\?cell=net_income\.2025fy/);
    await page.getByRole('dialog', { name: /Net income.*FY 2025/ }).waitFor();
    await page.goBack();
    await page.locator('[data-cell]').first().waitFor();
    expect(screens()).toBe(1);
    await page.keyboard.press('x');
    await page.getByRole('columnheader', { name: /Apple/ }).waitFor();
    expect(page.url()).toContain('view=across');
    expect(await page.getByRole('row', { name: /Revenue/ }).innerText()).toMatch(/416,161\s+281,724/);
    await expectAccessible(opened);
    expect(await page.getByRole('link', { name: 'Compare in charts' }).getAttribute('href')).toBe(
      '/c/us/AAPL/charts?with=us.MSFT',
    );
  });

  it('selects columns and companies in accessible dialogs', async () => {
    const opened = await openPage(app, '/screen?add=us.AAPL');
    const { page } = opened;
    await page.getByRole('button', { name: 'Columns 6' }).click();
    await page.getByRole('combobox', { name: 'Add a line item' }).fill('total assets');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Total assets earlier' }).click();
    await expectAccessible(opened);
    expect(new URL(page.url()).searchParams.get('cols')).toBe(
      'revenue,revenue_growth,gross_margin,operating_margin,net_income,total_assets,free_cash_flow',
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: '1 selected company' }).click();
    await page.getByRole('combobox', { name: 'Add a company' }).fill('nvidia');
    await page.getByRole('option', { name: /NVIDIA/ }).click();
    expect(new URL(page.url()).searchParams.get('add')).toBe('us.AAPL,us.NVDA');
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Newest fiscal year' }).click();
    await page.getByRole('menuitemradio', { name: 'Fiscal year 2024' }).waitFor();
    await expectAccessible(opened);
  });

  it('reports mixed currencies, ignored parts of the URL, and missing companies', async () => {
    const opened = await openPage(app, '/screen?sort=-nonsense&f=revenue.gte.1,wat.gt.2&cols=revenue');
    const { page } = opened;
    await page.getByText(/Ignored in the URL.*: wat\.gt\.2, -nonsense\./).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/These companies report in .*JPY.*USD/).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Currency', exact: true }).count()).toBe(1);
    await expectAccessible(opened);
    await page.goto(`${app.base}/screen?add=us.AAPL,us.NOSUCH`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('1 of the 2 selected companies is missing').waitFor();
    const many = Array.from({ length: 12 }, (_, at) => `revenue.gt.${at}`).join();
    await page.goto(`${app.base}/screen?f=${many}`);
    await page.getByText('A screen can have at most 12 filters.').waitFor();
    await expectAccessible(opened);
  });

  it('converts all amounts to a chosen currency and marks them', async () => {
    const opened = await openPage(app, '/screen?add=us.AAPL,jp.7974,uk:00541560&year=2020&cols=revenue,total_assets');
    const { page } = opened;
    await page.getByRole('button', { name: 'As reported' }).click();
    await page.getByRole('menuitemradio', { name: 'Converted to USD' }).click();
    expect(new URL(page.url()).searchParams.get('cur')).toBe('USD');
    await page.getByRole('button', { name: '≈ USD' }).waitFor();
    await page.getByText(/converted to USD; fiscal year 2020/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('[data-cell]').first().waitFor();
    expect(await page.getByText('These companies report in').count()).toBe(0);
    const sarginsons = page.getByRole('row', { name: /Sarginsons/i });
    expect(await sarginsons.innerText()).toContain('≈');
    expect(await sarginsons.locator('[data-cell]').first().getAttribute('title')).toMatch(
      /^1 GBP = 1\.\d+ USD, mean of \d+ days, .* \(ECB\)$/,
    );
    expect(await page.getByRole('row', { name: /Apple/ }).innerText()).not.toContain('≈');
    await page.getByText('≈ Converted at ECB rates').waitFor();
    await expectAccessible(opened);
  });

  it('shows the price of each further page', async () => {
    const opened = await openPage(app, '/screen?n=10');
    const { page } = opened;
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('row', { name: /Median of 10 on this page/ }).waitFor();
    const first = await companies(page);
    await page.getByRole('button', { name: 'Next page, 10 credits' }).click();
    await page.waitForURL(/after=/);
    await expect.poll(() => companies(page)).not.toEqual(first);
    expect((await companies(page)).filter(name => first.includes(name))).toEqual([]);
    await page.getByRole('button', { name: 'First page' }).click();
    await expect.poll(() => companies(page)).toEqual(first);
    await expectAccessible(opened);
  });

  it('passes accessibility checks in light and dark, narrow and wide', () =>
    expectAccessibleInEveryView(app, [
      {
        path: '/screen?sort=-operating_margin',
        shows: 'Screen and compare',
        bring: async ({ page }) => {
          const run = page.getByRole('button', { name: 'Run' });
          if (await run.isVisible()) await run.click();
          await page.locator('[data-cell]').first().waitFor();
        },
      },
    ]));

  it('reports used-up credits', async () => {
    const key = await createAccountKey(app, 'free', 'screens@example.org');
    const url = `${app.base}/api/v1/companies/financials?ticker=MSFT&line_items=revenue`;
    await Promise.all(Array.from({ length: 10 }, () => fetch(url, { headers: { 'X-API-Key': key } })));
    const opened = await openPage(app, '/screen', { key, isFresh: true });
    await opened.page.getByText(/10 credits per page/).waitFor();
    await opened.page.getByRole('button', { name: 'Run' }).click();
    await opened.page.getByText('The 100 credits of this day are used up.').waitFor();
    // The browser logs the 429 itself.
    opened.complaints.length = 0;
    await expectAccessible(opened);
  });
});

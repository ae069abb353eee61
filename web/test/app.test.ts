import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../server/test/service/service.ts';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { copiedText, describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('the web app', app => {
  describe('signed out', () => {
    it('asks to sign in on the home page, and requests no data', async () => {
      const opened = await openPage(app, '/', { isSignedIn: false });
      await opened.page.getByText('Sign in to see the newest filings.').waitFor();
      await opened.page.getByText('Sign in to see the stored data.').waitFor();
      await expectAccessible(opened);
    });

    it('signs in by the link of the first start and removes the key from the URL', async () => {
      const { page, complaints } = await openPage(app, `/signin?to=/c/us/AAPL#key=${app.key}`, { isSignedIn: false });
      await page.getByRole('heading', { name: 'Apple Inc.' }).waitFor();
      expect(page.url()).toBe(`${app.base}/c/us/AAPL`);
      await page.goBack();
      expect(page.url()).not.toContain('key');
      expect(complaints).toEqual([]);
    });

    it('rejects an unknown key with a message', async () => {
      const opened = await openPage(app, '/signin', { isSignedIn: false, isRefused: true, isFresh: true });
      await opened.page.getByText('With an API key').click();
      await opened.page.getByLabel('API key').fill('afk_wrong');
      await opened.page.getByRole('button', { name: 'Sign in with key' }).click();
      await opened.page.getByText('This key is invalid.').waitFor();
      await expectAccessible(opened);
    });
  });

  it('suggests companies during typing: slash, arrows, Enter', async () => {
    const opened = await openPage(app, '/c/us/MSFT');
    const { page } = opened;
    await page.getByRole('heading', { name: /microsoft/i }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('apple');
    await page.getByRole('option', { name: /Apple Inc/ }).waitFor();
    await expectAccessible(opened);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('in the text of filings');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Apple Inc.' }).waitFor();
    await page.goto(app.base);
    await page.getByRole('navigation', { name: 'Recent companies' }).getByText('Apple Inc.').waitFor();
    await page.getByText(/United States/).waitFor();
    await expectAccessible(opened);
  });

  it('opens the source of a figure by keyboard and stores it in the URL', async () => {
    const opened = await openPage(app, '/c/us/AAPL/financials?s=cashflow');
    const { page } = opened;
    const cell = page.locator('[data-cell="operating_cash_flow.2017fy"]');
    expect(await cell.innerText()).toContain('64,225');
    await cell.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const source = page.getByRole('dialog', { name: /Cash from operating activities, FY 2017/ });
    expect(await source.innerText()).toMatch(/us-gaap:Net.*25 Sep 2016 – 30 Sep 2017 · 53 weeks.*63,598.*64,225/s);
    expect(page.url()).toContain('cell=operating_cash_flow.2017fy');
    await expectAccessible(opened);
    await page.keyboard.press('Escape');
    await source.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.dataset.cell')).toBe('operating_cash_flow.2017fy');
    expect(page.url()).not.toContain('cell=');

    await page.keyboard.press('v');
    await page.getByText('Each figure as first reported.').waitFor();
    expect(await cell.innerText()).toContain('63,598');
    await page.keyboard.press('q');
    await page.getByRole('columnheader', { name: /Q1 2026/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?s=cashflow&v=first&p=q');
  });

  it('stores a colour scheme chosen in the menu and returns to the system default', async () => {
    const opened = await openPage(app, '/screen', { scheme: 'light' });
    const { page } = opened;
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    const light = await background();
    await choose('Dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
    expect(await background()).toBe(dark);
    await expectAccessible(opened);
    await page.keyboard.press('Escape');
    await choose('System default');
    expect(await background()).toBe(light);
  });

  it('collapses groups and copies the shown table', async () => {
    const opened = await openPage(app, '/c/us/AAPL/financials');
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Balance sheet' }).click();
    await page.getByRole('row', { name: /Total assets/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('fold=balance');
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => copiedText(page)).toMatch(/^Line\tFY 2025\t.*\nPeriod end\t2025-09-27/);
    await page.getByRole('button', { name: 'As restated' }).click();
    await page.getByRole('menuitemradio', { name: 'As of a date…' }).waitFor();
    await expectAccessible(opened);
  });

  it('shares one period across charts, by pointer and arrow keys, stored in the URL', async () => {
    const opened = await openPage(app, '/c/us/AAPL/charts');
    const { page } = opened;
    const revenue = page.getByRole('region', { name: 'Revenue' });
    await revenue.locator('svg').waitFor();
    expect(await revenue.innerText()).toMatch(/USD bn\s+2025 416\.2/);
    expect(await revenue.getByRole('img').first().getAttribute('aria-label')).toBe(
      'Revenue, USD bn. Revenue rose from 215.6 to 416.2, 2016 to 2025.',
    );
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await revenue.getByText('2023 383.3').waitFor();
    expect(page.url()).toContain('at=2023fy');
    await revenue.locator('svg').hover({ position: { x: 60, y: 60 } });
    await page.getByRole('region', { name: 'Cash flow' }).getByText('2016 66.2').waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.keyboard.type('microsoft');
    await page.getByRole('option', { name: /MICROSOFT/i }).click();
    await page.getByRole('region', { name: 'Operating margin, compared' }).waitFor();
    await page.getByRole('region', { name: 'Revenue, compared' }).getByText('USD bn').waitFor();
    await page.getByRole('button', { name: 'USD', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Converted to EUR' }).click();
    await page.getByRole('region', { name: 'Revenue, compared' }).getByText('EUR bn').waitFor();
    await page.getByText('Converted from USD at ECB reference rates.').waitFor();
    expect(page.url()).toContain('cur=EUR');
    expect(page.url()).toContain('with=us.MSFT');
    await expectAccessible(opened);
  });

  it('offers actions on a search result; b compares with a year earlier', async () => {
    const opened = await openPage(app, '/search?q=robot+injure');
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('1 section').waitFor();
    expect(await page.getByRole('link', { name: /Open at match/ }).isVisible()).toBe(false);
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Risk Factors');
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await expect.poll(() => copiedText(page)).toMatch(/\/item_1a\?find=.*&at=\d+$/);
    await page.keyboard.press('b');
    await page.waitForURL(/\/item_1a\/compare$/);
  });

  it('virtualises a large table with every cell reachable by keyboard', async () => {
    const { page, complaints } = await openPage(app, '/c/us/AAPL/financials?p=q&n=all');
    const table = page.getByRole('table', { name: /Statements of Apple/ });
    await page.locator('[data-cell]').first().waitFor();
    const count = async (name: string) => Number(await table.getAttribute(name));
    const [rows, columns] = [await count('aria-rowcount'), await count('aria-colcount')];
    expect(rows).toBeGreaterThan(60);
    expect(columns).toBeGreaterThan(26);
    const drawn = await page.locator('[data-cell]').count();
    expect(drawn).toBeLessThan((rows * columns) / 2);
    await page.locator('[data-cell]').first().focus();
    await page.keyboard.press('Control+End');
    const place = 'document.activeElement.closest("tr").ariaRowIndex + " " + document.activeElement.ariaColIndex';
    await expect.poll(() => page.evaluate(place)).toBe(`${rows} ${columns}`);
    await page.keyboard.press('Control+Home');
    await expect.poll(() => page.evaluate(place)).toBe('3 3');
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate(place)).toBe(`3 ${columns}`);
    expect(complaints).toEqual([]);
  });

  it('revalidates with 304 at no cost on a revisit', async () => {
    const key = await createAccountKey(app, 'pro', 'back@example.org');
    const { page } = await openPage(app, '/c/us/MSFT', { key, isFresh: true });
    await page.getByText('Consistency checks').waitFor();
    let spent = -1;
    const isSettled = async (): Promise<boolean> => {
      const before = spent;
      spent = await creditsOfToday(key);
      return spent === before;
    };
    await expect.poll(isSettled, { interval: 500 }).toBe(true);
    const session = await page.context().newCDPSession(page);
    const statuses: number[] = [];
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
    await session.send('Network.enable');
    await page.reload();
    await page.getByText('Consistency checks').waitFor();
    await expect.poll(() => statuses.filter(status => status === 304).length).toBeGreaterThanOrEqual(3);
    await session.detach();
    expect(await creditsOfToday(key)).toBe(spent);
  });

  it('shows the calls of the page as code', async () => {
    const opened = await openPage(app, '/c/us/AAPL');
    await opened.page.getByText('416.2').waitFor();
    await opened.page.keyboard.press('.');
    const drawer = opened.page.getByRole('dialog', { name: 'This page as API calls' });
    expect(await drawer.innerText()).toContain(`'${app.base}/api/v1/companies/financials'`);
    await expectAccessible(opened);
    await opened.page.keyboard.press('Escape');
    await opened.page.keyboard.press('?');
    await opened.page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await expectAccessible(opened);
  });

  const pages = [
    { path: '/', shows: 'United States' },
    { path: '/c/us/AAPL', shows: 'Consistency checks' },
    { path: '/c/us/AAPL/financials', shows: '416,161' },
    { path: '/c/us/AAPL/charts?with=us.MSFT&at=2021', shows: 'Operating margin, compared' },
    { path: '/c/us/AAPL/charts?view=table', shows: 'Operating and net income' },
    { path: '/c/us/AAPL/filings', shows: 'Period to' },
    { path: '/c/demo/DMFR/insiders', shows: 'Robin Sample' },
    { path: '/c/demo/DMFR/press', shows: 'Names Blake Surrogate' },
    { path: '/c/demo/DMFR/calls', shows: 'Q4 2025 earnings call' },
    { path: '/c/demo/DMFR/supply-chain', shows: 'Mockwell Gearing Ltd.' },
    { path: '/c/demo/SMPO/events', shows: 'Auditor dismissed' },
    { path: '/c/us/AAPL/nowhere', shows: 'This page does not exist.' },
    { path: '/c/us/NOSUCH', shows: 'We do not have NOSUCH.' },
    { path: '/search?q=robot+injure', shows: '1 section' },
    { path: '/search?q=xyzzyplugh', shows: 'No section contains all of these words.' },
    { path: '/screen?f=revenue.gte.4e8&cur=USD', shows: '10 credits per page' },
    { path: '/nowhere', shows: 'This page does not exist.' },
  ];
  it('passes accessibility checks in light and dark, narrow and wide', () => expectAccessibleInEveryView(app, pages));

  it('reports used-up credits with the time of the reset', async () => {
    const key = await createAccountKey(app, 'free', 'free@example.org');
    const url = `${app.base}/api/v1/companies/financials?ticker=MSFT&line_items=revenue`;
    await Promise.all(Array.from({ length: 10 }, () => fetch(url, { headers: { 'X-API-Key': key } })));
    const opened = await openPage(app, '/c/us/AAPL/financials', { key, isRefused: true, isFresh: true });
    await opened.page.getByText('The 100 credits of this day are used up.').waitFor();
    await opened.page.getByText(/They reset at .* 00:00 UTC/).waitFor();
    await expectAccessible(opened);
  });

  it('reports being offline and keeps the open page', async () => {
    const opened = await openPage(app, '/c/us/AAPL');
    const { page } = opened;
    await page.getByText('Consistency checks').waitFor();
    await page.getByRole('link', { name: 'Charts' }).hover();
    await page.context().setOffline(true);
    try {
      await page.getByRole('link', { name: 'Overview' }).click();
      expect(await page.getByText('416.2').count()).toBe(1);
      await page.keyboard.press('/');
      await page.keyboard.type('costco');
      await page.keyboard.press('ArrowUp');
      await page.getByText('Suggestions are unavailable').waitFor();
    } finally {
      await page.context().setOffline(false);
    }
  });

  it('is served with a strict content security policy and immutable files', async () => {
    const page = await fetch(app.base, { headers: { accept: 'text/html' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/);
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const html = await page.text();
    expect(html).not.toContain('{{');
    const file = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const script = await fetch(app.base + file, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('content-type')).toMatch(/javascript/);
    const missing = await fetch(`${app.base}/assets/nothing.js`, { headers: { accept: 'text/html' } });
    expect(missing.status).toBe(404);
    expect((await fetch(`${app.base}/nowhere`, { headers: { accept: 'text/html' } })).status).toBe(404);
    expect((await fetch(`${app.base}/nowhere`)).headers.get('content-type')).toMatch(/json/);
  });

  async function creditsOfToday(key: string): Promise<number> {
    const response = await fetch(`${app.base}/api/user/usage?days=1`, { headers: { 'x-api-key': key } });
    const { day } = (await response.json()) as { day: { credits_used: number } };
    return day.credits_used;
  }

  it('loads at most 150 KB of gzipped JavaScript for the financials', async () => {
    const { page } = await openPage(app, '/c/us/AAPL/financials');
    await page.locator('[data-cell]').first().waitFor();
    const files = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
    );
    const sum = (ending: string, suffix: string) =>
      files
        .filter(name => name.startsWith('/assets/') && name.endsWith(ending))
        .reduce((bytes, name) => bytes + statSync(join(PROJECT, 'web/dist', name + suffix)).size, 0);
    const sizes = { js: sum('.js', '.gz'), css: sum('.css', '.gz'), font: sum('.woff2', '') };
    expect(sizes.js).toBeGreaterThan(50_000);
    expect(sizes.js).toBeLessThanOrEqual(150 * 1024);
    expect(sizes.css).toBeLessThanOrEqual(40 * 1024);
    expect(sizes.font).toBeLessThanOrEqual(100 * 1024);
    expect(readFileSync(join(PROJECT, 'web/dist/index.html'), 'utf8')).not.toMatch(/<script(?![^>]* src=)/);
  });
});

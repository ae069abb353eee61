import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('the preload script', app => {
  const requestedPaths = `performance.getEntriesByType('resource')
    .map(({ name }) => new URL(name)).filter(url => url.pathname.startsWith('/api/v1/')).map(url => url.pathname + url.search).sort()`;

  it.each([
    {
      path: '/c/us/AAPL',
      requested: [
        '/api/v1/companies/financials?ticker=AAPL&market_id=us',
        '/api/v1/entities/lookup?ticker=AAPL&market_id=us',
        '/api/v1/tickers/AAPL/filings?market_id=us&limit=100',
      ],
    },
    {
      path: '/c/us/cik:320193/',
      requested: [
        '/api/v1/companies/financials?canonical_key=cik%3A320193',
        '/api/v1/entities/lookup?canonical_key=cik%3A320193',
        '/api/v1/filings/discover?query=cik%3A320193&limit=100',
      ],
    },
  ])('sends the calls of $path, which the app does not repeat', async ({ path, requested }) => {
    const { page, complaints } = await openPage(app, path);
    await page.getByText('Consistency checks').waitFor();
    await page.getByText('Newest filing').waitFor();
    expect(await page.evaluate(requestedPaths)).toEqual(requested);
    expect(complaints).toEqual([]);
  });

  it('sends no calls when signed out', async () => {
    const { page, complaints } = await openPage(app, '/c/us/AAPL', { isSignedIn: false });
    await page.getByText('Sign in to see AAPL.').waitFor();
    expect(await page.evaluate(requestedPaths)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows the prices of this service', async () => {
    const { page, complaints } = await openPage(app, '/c/us/AAPL', {
      prepare: page =>
        page.route(`${app.base}/c/us/AAPL`, async route => {
          const response = await route.fetch();
          const body = await response.text();
          await route.fulfill({ response, body: body.replace('content=""', 'content="getCompanyFinancials=3"') });
        }),
    });
    await page.getByText('Consistency checks').waitFor();
    await page.keyboard.press('.');
    const drawer = page.getByRole('dialog', { name: 'This page as API calls' });
    await drawer.getByText('3 credits; free if unchanged').waitFor();
    await drawer.getByText('1 credit; free if unchanged').waitFor();
    expect(complaints).toEqual([]);
  });
});

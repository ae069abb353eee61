import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('signals', app => {
  it('shows patterns, profile and cases with their filings', async () => {
    const opened = await openPage(app, '/c/demo/MKBW/signals');
    const { page } = opened;
    const churn = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Auditor churn' }) });
    expect(await churn.innerText()).toMatch(
      /24 Apr 2026\s+strong.*2 changes of auditor in 36 months; 1 by resignation\./s,
    );
    await churn.getByText('2 underlying events').click();
    expect(await churn.getByRole('link').count()).toBe(2);
    await page.getByText('2 in 36 months, latest on 24 Apr 2026').waitFor();
    await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
    await expectAccessible(opened);
    await churn.getByRole('link').last().click();
    await page.waitForURL(/\/f\/sec-edgar:9999900020-26-/);
  });

  it('has an empty state', async () => {
    const opened = await openPage(app, '/c/demo/SPFY/signals', {
      isFresh: true,
      prepare: page =>
        page.route('**/signals?*', async route => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            json: { ...(await response.json()), patterns: [], cases: [], cases_total: 0 },
          });
        }),
    });
    await opened.page.getByText(/No events found in the filings/).waitFor();
    await expectAccessible(opened);
  });
});

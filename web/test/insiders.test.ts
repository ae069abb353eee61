import { expect, it } from 'vitest';
import { expectAccessible, expectErrorState } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/insiders';

describeInBrowser('company insiders', app => {
  it('are listed by transaction with owner, shares, price and notes', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    const corrected = page.getByRole('row', { name: /3,800/ });
    await corrected.waitFor();
    expect(await corrected.innerText()).toMatch(/12 May 2026\s+Robin Sample EVP and Chief Financial Officer\s+Sold/);
    expect(await corrected.innerText()).toMatch(/85\.306 avg\s+324,162\.8\s+49,400/);
    expect(await page.getByRole('row', { name: /85\.063/ }).count()).toBe(0);
    await corrected.getByText('Notes').click();
    await corrected.getByText('weighted average of sales at prices from $84.80').waitFor();
    const joint = page.getByRole('row', { name: /83\.1/ });
    expect(await joint.innerText()).toMatch(/Jamie Example Director\s+Example Fixture Holdings, LLC Director\s+Bought/);
    await expectAccessible(opened);
  });

  it('are filtered by purchases and sales, stored in the URL', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page
      .getByRole('row', { name: /Exercised/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Bought', exact: true }).click();
    await page
      .getByRole('row', { name: /Exercised/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?code=P');
    const chosen = page.getByRole('navigation', { name: 'Transactions' }).locator('[aria-current]');
    expect(await chosen.allInnerTexts()).toEqual(['Bought']);
    await expectAccessible(opened);
  });

  it('are a preview on the Free plan with a note on Pro', async () => {
    const key = await createAccountKey(app, 'free', 'insiders@example.org');
    const opened = await openPage(app, PATH, { key, isFresh: true });
    const { page } = opened;
    await page.getByText(/^Showing 5 of 7 transactions, without .*The Pro plan shows all\./).waitFor();
    expect(await page.getByRole('row').count()).toBe(6);
    expect(await page.getByRole('columnheader', { name: 'Shares' }).count()).toBe(0);
    await expectAccessible(opened);
  });

  it('have an empty state and an error state', async () => {
    const empty = await openPage(app, '/c/us/MSFT/insiders');
    await empty.page.getByText('No insider reports of').waitFor();
    await expectAccessible(empty);
    await expectErrorState(app, PATH, '**/insider-transactions?*', 'We do not have the insider transactions of');
  });
});

import { expect, it } from 'vitest';
import { expectAccessible, expectErrorState } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/supply-chain';

describeInBrowser('the supply chain page', app => {
  it('lists customers and suppliers with shares and links to the text', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    const customer = page.getByRole('row', { name: /Sample Orchard Foods Corp/ });
    await customer.waitFor();
    expect(await customer.innerText()).toMatch(/11 % of revenue/);
    await page.getByRole('row', { name: /Mockwell Gearing Ltd\./ }).waitFor();
    await page.getByRole('heading', { name: 'Unnamed concentrations' }).waitFor();
    await customer.getByText('2 passages').click();
    await customer.getByText('accounted for 11 percent of our revenue').waitFor();
    await expectAccessible(opened);
    await customer.getByRole('link', { name: 'Open in filing' }).first().click();
    await page.waitForURL('**/f/sec-edgar:9999900001-26-000002/item_1?**');
    expect(new URL(page.url()).searchParams.get('find')).toBe('In 2025, Sample Orchard Foods Corp');
  });

  it('lists the relation for the named company, and second-degree relations', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByRole('link', { name: 'Sample Orchard Foods Corp' }).click();
    await page.waitForURL('**/c/demo/SMPO/supply-chain');
    await page.getByRole('heading', { name: 'Suppliers' }).waitFor();
    await page.getByRole('link', { name: 'Second degree' }).click();
    await page
      .getByRole('row', { name: /Dolor Optics GmbH|Mockwell/ })
      .first()
      .waitFor({ state: 'detached' });
    await expectAccessible(opened);
  });

  it('is a preview on the Free plan with a note on Pro', async () => {
    const key = await createAccountKey(app, 'free', 'supply@example.org');
    const opened = await openPage(app, PATH, { key, isFresh: true });
    const { page } = opened;
    await page
      .getByText(/Showing 3 of \d relations, without evidence, amount, concentration pct\. The Pro plan shows all\./)
      .waitFor();
    expect(await page.getByText('% of revenue').count()).toBe(0);
    await expectAccessible(opened);
  });

  it('has an empty state and an error state', async () => {
    const empty = await openPage(app, '/c/us/MSFT/supply-chain');
    await empty.page.getByText('has been processed for customers and suppliers').waitFor();
    await expectAccessible(empty);
    await expectErrorState(app, PATH, '**/supply-chain?*', 'We do not have customers and suppliers of');
  });
});

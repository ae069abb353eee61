import { expect, it } from 'vitest';
import { expectAccessible, expectErrorState } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('company events', app => {
  it('are listed newest first with their fields, filtered by kind, and linked to the text', async () => {
    const opened = await openPage(app, '/c/demo/SMPO/events');
    const { page } = opened;
    const change = page.getByRole('listitem').filter({ hasText: 'Auditor dismissed' });
    await change.waitFor();
    expect(await change.innerText()).toMatch(/Former auditor\s*Dummy, Model & Co\./);
    const outlook = page.getByRole('listitem').filter({ hasText: 'Guidance initiated' }).first();
    await outlook.waitFor();
    await expectAccessible(opened);
    await page.getByRole('link', { name: /^Auditor change/ }).click();
    await page.waitForURL('**/events?kind=auditor_change');
    await outlook.waitFor({ state: 'detached' });
    await change.getByRole('link', { name: 'Auditor dismissed' }).click();
    await page.waitForURL('**/f/sec-edgar:9999900002-25-000003/item_4.01?**');
  });

  it('have an empty state and an error state', async () => {
    const none = await openPage(app, '/c/us/MSFT/events?kind=ipo');
    await none.page.getByText(/No events found in the filings|No events of this kind/).waitFor();
    await expectAccessible(none);
    await expectErrorState(app, '/c/demo/SMPO/events', '**/corporate-events?*', 'We do not have the events of');
  });
});

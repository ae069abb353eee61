import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/prices';

describeInBrowser('prices', app => {
  it('shows the latest price, the market cap and a chart of one year', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText('88.40 USD').waitFor();
    await page.getByText(/Closes by yahoo, adjusted for splits/).waitFor();
    await page.getByText('The latest price is more than a week old.').waitFor();
    const chart = page.getByRole('img', { name: /Daily closes of Demo Fixture Robotics.*30.*88\.40/ });
    await chart.locator('svg path[stroke="var(--af-s1)"]').first().waitFor();
    await page.getByText('5,337.6 M USD').waitFor();
    await expectAccessible(opened);
  });

  it('stores range and table view in the URL', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText('1mo', { exact: true }).click();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('rowheader', { name: '30 Jun 2026' }).waitFor();
    expect(new URL(page.url()).search).toBe('?range=1mo&view=table');
    await page.getByRole('rowheader', { name: '1 May 2026', exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBeLessThan(30);
    await expectAccessible(opened);
  });

  it('explains missing prices', async () => {
    const opened = await openPage(app, '/c/us/MSFT/prices');
    await opened.page.getByText(/No prices of MICROSOFT/i).waitFor();
    await expectAccessible(opened);
  });
});

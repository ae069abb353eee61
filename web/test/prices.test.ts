import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../server/test/service/browser.ts';
import { openPage, useApp } from './app-page.ts';
import { expectSound } from './sound.ts';

const PATH = '/c/demo/DMFR/prices';

describe.skipIf(CHROMIUM === null)('prices in a browser (needs Chromium)', () => {
  const app = useApp();

  it('the newest price stands beside market cap and a year of closes, drawn', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText('88.40 USD').waitFor();
    await page.getByText(/Closes of yahoo, restated for splits/).waitFor();
    await page.getByText('The newest price is over a week old.').waitFor();
    const chart = page.getByRole('img', { name: /Daily closes of Demo Fixture Robotics.*30.*88\.40/ });
    await chart.locator('svg path[stroke="var(--af-s1)"]').first().waitFor();
    await page.getByText('5,337.6 M USD').waitFor();
    await expectSound(opened);
  });

  it('a range and the table are chosen, and the address keeps them', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText('1mo', { exact: true }).click();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('rowheader', { name: '30 Jun 2026' }).waitFor();
    expect(new URL(page.url()).search).toBe('?range=1mo&view=table');
    await page.getByRole('rowheader', { name: '1 May 2026' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBeLessThan(30);
    await expectSound(opened);
  });

  it('a company without prices says why there are none', async () => {
    const opened = await openPage(app, '/c/us/MSFT/prices');
    await opened.page.getByText(/There is no price of MICROSOFT/i).waitFor();
    await expectSound(opened);
  });
});

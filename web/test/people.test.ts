import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../server/test/service/browser.ts';
import { openPage, useApp } from './app-page.ts';
import { expectSound } from './sound.ts';

const PATH = '/c/demo/DMFR/people';

describe.skipIf(CHROMIUM === null)('the people of a company in a browser (needs Chromium)', () => {
  const app = useApp();

  it('stand by what they are, with since when and by which filing, and lead to their mandates', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    const row = page.getByRole('row', { name: /Morgan Placeholder/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/31 Dec 2013 · \d+(\.\d)? years\s+sec-edgar 9 Apr 2026/);
    await page.getByRole('heading', { name: /Major holders/ }).waitFor();
    expect(await page.getByRole('row', { name: /Specimen Index Advisors/ }).innerText()).toMatch(/9\.1 %\s+5,514,000/);
    await expectSound(opened);
    await page.getByRole('link', { name: 'Robin Sample' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Robin Sample' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/p\/robin-sample-[0-9a-f]{8}$/);
    await page.getByRole('link', { name: 'Demo Fixture Robotics' }).first().waitFor();
    await expectSound(opened);
  });

  it('are nobody where no source names any, and an unknown person is said to be', async () => {
    const empty = await openPage(app, '/c/us/MSFT/people');
    await empty.page.getByText('Nobody is known to direct, manage or own').waitFor();
    await expectSound(empty);
  });
});

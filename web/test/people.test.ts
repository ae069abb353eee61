import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/people';

describeInBrowser('company people', app => {
  it('are grouped by role with start date and source, and linked to their roles', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    const row = page.getByRole('row', { name: /Morgan Placeholder/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/31 Dec 2013 · \d+(\.\d)? years\s+sec-edgar 9 Apr 2026/);
    await page.getByRole('heading', { name: /Major holders/ }).waitFor();
    expect(await page.getByRole('row', { name: /Specimen Index Advisors/ }).innerText()).toMatch(/9\.1 %\s+5,514,000/);
    await expectAccessible(opened);
    await page.getByRole('link', { name: 'Robin Sample' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Robin Sample' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/p\/robin-sample-[0-9a-f]{8}$/);
    await page.getByRole('link', { name: 'Demo Fixture Robotics' }).first().waitFor();
    await expectAccessible(opened);
  });

  it('have empty states for a company without people and an unknown person', async () => {
    const empty = await openPage(app, '/c/us/MSFT/people');
    await empty.page.getByText('No current directors, officers or owners').waitFor();
    await expectAccessible(empty);
  });
});

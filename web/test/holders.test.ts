import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/holders';

describeInBrowser('institutional holders', app => {
  it('are listed largest first with changes and matched securities', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText(/On 31 Mar 2026 3 institutions held 6,785,000 shares, worth USD 564\.5 m/).waitFor();
    const rows = page.getByRole('row');
    expect(await rows.count()).toBe(6);
    expect(await rows.nth(1).innerText()).toMatch(
      /Mockup Index Advisors LP \(fictional\)\s+5,440,000\s+452\.6 m[\s\S]+Increased \+4\.02%/,
    );
    expect(await rows.nth(2).innerText()).toMatch(/Puts on USD 12\.5 m\s+980,000[\s\S]+Decreased −20\.97%/);
    expect(await rows.nth(4).innerText()).toMatch(/Sold out −100\.00%/);
    expect(await rows.nth(5).innerText()).toMatch(/Not reported yet/);
    await page.getByText('One security is matched to this company').click();
    await page.getByText(/99900A100 COM: 6,785,000 shares; identified by a Schedule 13D or 13G/).waitFor();
    await expectAccessible(opened);
  });

  it('link to each manager’s holdings and from there to other companies', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByRole('link', { name: 'Template Growth Partners LP (fictional)' }).click();
    await page.getByText('Some positions are confidential.').waitFor();
    expect(new URL(page.url()).search).toBe('?manager=9999900104');
    expect(await page.getByRole('row', { name: /UNLISTED SPECIMEN CO/ }).innerText()).toMatch(/principal 2,000,000/);
    await page.getByRole('link', { name: 'Placeholder Cloudworks Inc (fictional)' }).click();
    await page.getByText(/institutions held/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/c/demo/PLCW/holders');
    const notice = await openPage(app, `${PATH}?manager=9999900102`);
    await notice.page.getByText('Its positions are reported by Mockup Index Advisors LP (fictional).').waitFor();
    await expectAccessible(notice);
  });

  it('have an empty state', async () => {
    const empty = await openPage(app, '/c/us/MSFT/holders');
    await empty.page.getByText('No holdings reports on MICROSOFT CORP are stored.').waitFor();
    await expectAccessible(empty);
  });
});

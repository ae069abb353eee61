import { expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/calls';
const CALL = 'earningscall:fictional-dmfr-2025q4';

describeInBrowser('calls', app => {
  it('opens a transcript from the list and stores it in the URL', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    const title = page.getByRole('link', { name: /Q4 2025 earnings call/ });
    await title.waitFor();
    const row = await page.getByRole('listitem').filter({ has: title }).innerText();
    expect(row).toMatch(/5 Feb 2026.*EarningsCall.*Good afternoon, and welcome.*Earnings call.*Q4 2025/s);
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByText('3 May 2035').waitFor();
    const table = await results.innerText();
    expect(table).toMatch(/3 May 2035\s+confirmed.*0\.9 USD.*expected.*yahoo/s);
    expect(table).toMatch(/Q1 2026\s+0\.6 USD\s+0\.65 USD\s+8\.33 % above/);
    await expectAccessible(opened);
    await title.click();
    await page.getByRole('heading', { name: 'Questions and answers' }).waitFor();
    expect(page.url()).toBe(`${app.base}${PATH}?call=${CALL}`);
    expect(await page.getByText('Executive Vice President and Chief Financial Officer').first().isVisible()).toBe(true);
    expect(await page.getByText('Analyst, Pattern Securities').isVisible()).toBe(true);
    await expectAccessible(opened);
    await page.getByRole('link', { name: 'All calls' }).click();
    await title.waitFor();
  });

  it('shows the analysis with its sentences on demand', async () => {
    const opened = await openPage(app, `${PATH}?call=${CALL}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Guidance and topics' }).click();
    const findings = page.getByRole('region', { name: 'Guidance and topics' });
    await findings.getByText(/We are initiating our fiscal 2026 revenue guidance/).waitFor();
    expect(await findings.innerText()).toMatch(/demand in \d+ sentences: “?Demand from grocers/i);
    await findings.getByText('without any judgement of what it means for the company').waitFor();
    await expectAccessible(opened);
  });

  it('passes accessibility checks in light and dark, narrow and wide', () =>
    expectAccessibleInEveryView(app, [
      { path: PATH, shows: 'Q4 2025 earnings call' },
      { path: `${PATH}?call=${CALL}`, shows: 'Prepared remarks' },
    ]));

  it('shows the calls of the page as code', async () => {
    const { page } = await openPage(app, PATH);
    await page.getByRole('link', { name: /Q4 2025 earnings call/ }).waitFor();
    await page.keyboard.press('.');
    await page.getByText('/api/v1/companies/demo/DMFR/event-transcripts').first().waitFor();
  });

  it('has empty states for a company without calls and an unknown call', async () => {
    const opened = await openPage(app, '/c/us/MSFT/calls');
    await opened.page.getByText(/No transcripts of MICROSOFT/i).waitFor();
    await expectAccessible(opened);
    const { page } = await openPage(app, `${PATH}?call=plain:none`, { isRefused: true, isFresh: true });
    await page.getByText(/transcript plain:none/).waitFor();
  });
});

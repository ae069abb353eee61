import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../server/test/service/browser.ts';
import { openPage, useApp } from './app-page.ts';
import { expectSound } from './sound.ts';

describe.skipIf(CHROMIUM === null)('signals in a browser (needs Chromium)', () => {
  const app = useApp();

  it('patterns, profile and cases stand with the filings behind them', async () => {
    const opened = await openPage(app, '/c/demo/MKBW/signals');
    const { page } = opened;
    const churn = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Changing auditors' }) });
    expect(await churn.innerText()).toMatch(
      /24 Apr 2026\s+strong.*2 changes of auditor in 36 months; 1 by resignation\./s,
    );
    await churn.getByText('The 2 events behind it').click();
    expect(await churn.getByRole('link').count()).toBe(2);
    await page.getByText('2 in 36 months, the last on 24 Apr 2026').waitFor();
    await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
    await expectSound(opened);
    await churn.getByRole('link').last().click();
    await page.waitForURL(/\/f\/sec-edgar:9999900020-26-/);
  });

  it('a company whose filings tell of no event says so', async () => {
    const opened = await openPage(app, '/c/demo/SPFY/signals');
    await opened.page.getByText(/tell of no event that the rules find/).waitFor();
    await expectSound(opened);
  });
});

import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

const PATH = '/c/demo/DMFR/press';
const CALL = '**/api/v1/tickers/DMFR/press-releases*';

describeInBrowser('press releases', app => {
  it('are listed newest first with link, summary, subjects and other companies', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByText('Names Blake Surrogate').waitFor();
    const releases = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
    expect(await releases.count()).toBe(3);
    const last = await releases.nth(2).innerText();
    expect(last).toMatch(
      /20 Jan 2026.*GlobeNewswire.*Try Picking Robots.*began to try.*Business.*Partnerships.*also SMPO/s,
    );
    const link = releases.first().getByRole('link', { name: /Names Blake Surrogate/ });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.globenewswire\.com\/news-release\/2026\/03\/12\//);
    await expectAccessible(opened);
    await releases.nth(2).getByRole('link', { name: 'SMPO' }).click();
    await page.getByRole('heading', { name: /Sample Orchard Foods/ }).waitFor();
  });

  it('are filtered by kind, stored in the URL', async () => {
    const opened = await openPage(app, PATH);
    const { page } = opened;
    await page.getByRole('link', { name: 'Business', exact: true }).click();
    await page.getByText('Reports Fourth Quarter').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Try Picking Robots/ }).waitFor();
    expect(page.url()).toBe(`${app.base}${PATH}?tier=2`);
    await page.getByRole('link', { name: 'Other', exact: true }).click();
    await page.getByText('No press releases of this kind.').waitFor();
    await expectAccessible(opened);
  });

  it('are a preview on the Free plan with a note on Pro', async () => {
    const key = await createAccountKey(app, 'free', 'free-press@example.org');
    const opened = await openPage(app, PATH, { key, isFresh: true });
    const { page } = opened;
    await page.getByText('Showing 3 of 3 releases, without summary, url, subjects. The Pro plan shows all.').waitFor();
    await page.getByRole('heading', { name: /Names Blake Surrogate/ }).waitFor();
    expect(await page.getByRole('link', { name: /Names Blake Surrogate/ }).count()).toBe(0);
    expect(await page.getByText('began to try picking robots').count()).toBe(0);
    await expectAccessible(opened);
  });

  it('have an empty state', async () => {
    const opened = await openPage(app, '/c/us/MSFT/press');
    await opened.page.getByText(/No press releases of MICROSOFT/i).waitFor();
    await expectAccessible(opened);
  });

  it('can be retried after an error', async () => {
    const { page } = await openPage(app, PATH, {
      isRefused: true,
      isFresh: true,
      prepare: page =>
        page.route(CALL, route =>
          route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: '{"error":"internal_error","message":"Broken on purpose.","request_id":"r"}',
          }),
        ),
    });
    await page.getByText('The service failed to respond.').waitFor();
    await page.getByText('Broken on purpose.').waitFor();
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Names Blake Surrogate').waitFor();
  });
});

import { expect, it } from 'vitest';
import { sql } from '../../server/src/db/database.ts';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { onDatabase } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

describeInBrowser('the home page', app => {
  it('adds new filings live, and holds them back while the pointer is over the list', async () => {
    const opened = await openPage(app, '/', { isApart: true, prepare: page => page.clock.install() });
    const { page } = opened;
    const list = page.getByRole('region', { name: 'Newest filings' });
    await list.locator('tbody tr').first().waitFor();
    try {
      await file('0009999998-26-000001', 'The first filing');
      await page.clock.fastForward('00:31');
      await list.getByText('The first filing').waitFor();

      await list.hover();
      await file('0009999998-26-000002', 'The second filing');
      await page.clock.fastForward('00:31');
      const waiting = list.getByRole('button', { name: '1 new filing' });
      await waiting.waitFor();
      expect(await list.getByText('The second filing').count()).toBe(0);
      await expectAccessible(opened);
      await waiting.click();
      await list.getByText('The second filing').waitFor();
      await waiting.waitFor({ state: 'detached' });
    } finally {
      await onDatabase(app, db => db.execute(sql`delete from filings where native_id like '0009999998-26-%'`));
    }
  });

  it('loads the code of a hovered link’s page, and its figures once when it is opened', async () => {
    const { page, complaints } = await openPage(app, '/');
    const link = page.getByRole('region', { name: 'Newest filings' }).locator('tbody a').first();
    await link.waitFor();
    const requested: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/companies/financials')) requested.push(request.url());
    });
    const code = page.waitForRequest(/\/assets\/page-.*\.js$/);
    await link.hover();
    await code;
    expect(requested).toEqual([]);
    await link.click();
    await page.getByText('Consistency checks').waitFor();
    expect(requested).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('passes accessibility checks in light and dark, narrow and wide when signed out', () =>
    expectAccessibleInEveryView(
      app,
      [
        { path: '/f/sec-edgar:9999900001-26-000002/item_1a', shows: 'Sign in to see this filing.' },
        { path: '/f/sec-edgar:9999900001-26-000002/item_1a/compare', shows: 'Sign in to see this filing.' },
        { path: '/screen', shows: '10 credits per page' },
        { path: '/c/us/AAPL', shows: 'Sign in to see AAPL' },
        { path: '/signup', shows: 'Create account' },
        { path: '/reset', shows: 'Send link' },
        { path: '/signin', shows: 'With an API key' },
      ],
      { isSignedIn: false },
    ));

  /** Stores a fictional filing of Apple discovered just now. */
  async function file(nativeId: string, title: string): Promise<void> {
    await onDatabase(app, db =>
      db.execute(sql`
        insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group,
          filing_date, known_at, title, is_amendment, url, has_xbrl)
        select issuer_id, 'sec-edgar', ${nativeId}, gen_random_uuid(), '8-K', 'material_event', 'corporate_action',
          current_date, now(), ${title}, false, 'https://www.sec.gov/', false
        from listings where ticker_key = 'AAPL' and market_id = 'us'`),
    );
  }
});

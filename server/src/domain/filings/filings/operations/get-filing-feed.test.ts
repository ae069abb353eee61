import { describe, expect, it } from 'vitest';
import { createWatcher } from '../../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { FEED_NOW, seedFeed } from '../../../../../test/seeds/feed.ts';
import { sql } from '../../../../db/database.ts';
import { getFilingFeed } from './get-filing-feed.ts';

const database = useTestDatabase();
const ROUTE = '/api/v1/feeds/filings';
const api = useTestApi(database, { now: () => FEED_NOW });

const feed = async (query = '') => {
  const { status, json, text } = await api.get(`${ROUTE}${query}`);
  expect(status, text).toBe(200);
  const { items, total, ...rest } = json as { items: { filing_id: string }[]; total: number };
  return { ids: items.map(item => item.filing_id), total, ...rest };
};

describe(`GET ${ROUTE}`, () => {
  it('returns empty_reason not_covered for an empty store', async () => {
    expect(await feed()).toEqual({ ids: [], total: 0, data_as_of: null, empty_reason: 'not_covered' });
  });

  it('lists the filings of the last 30 days once each, newest first, with the listed company', async () => {
    const { motors } = await seedFeed(database.db);
    const { json, headers } = await api.get(ROUTE);
    expect(headers['x-credits-cost']).toBe('1');
    expect(getFilingFeed.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      items: [
        { filing_id: 'sec-edgar:holding', form_type: 'SC 13G', canonical_key: 'cik:900042', ticker: 'WDGS' },
        { filing_id: 'edinet:report', ticker: '9043', market_id: 'jp' },
        { filing_id: 'sec-edgar:annual', period_end: '2026-03-31', filed_at: '2026-05-20T21:00:00Z' },
      ],
      total: 3,
      data_as_of: '2026-05-28T21:00:00Z',
      empty_reason: null,
    });
    await createWatcher(database.db, 'business@example.org', [{ issuerId: motors, ticker: '9043', marketId: 'jp' }]);
  });

  it('leaves out filings dated in the future, which are not data_as_of either', async () => {
    const { db } = database;
    const row = await db.queryOne<{ native_id: string; known_at: string }>(sql`
      select native_id, known_at from filings where native_id = 'annual'`);
    await db.execute(sql`update filings set known_at = '2099-01-01T00:00:00Z' where native_id = 'annual'`);
    const { ids, ...response } = await feed();
    expect(ids).not.toContain('sec-edgar:annual');
    expect(response).toHaveProperty('data_as_of', '2026-05-28T21:00:00Z');
    await db.execute(sql`update filings set known_at = ${row?.known_at} where native_id = 'annual'`);
  });

  it('filters by market, form, category, company and watchlist', async () => {
    expect((await feed('?market_id=jp')).ids).toEqual(['edinet:report']);
    expect(await feed('?form_types=10-k')).toMatchObject({ ids: ['sec-edgar:annual'], total: 1 });
    expect((await feed('?category=large_holding')).ids).toEqual(['sec-edgar:holding']);
    expect((await feed('?ticker=WDGS')).ids).toEqual(['sec-edgar:holding', 'sec-edgar:annual']);
    expect(await feed('?watchlist=true')).toMatchObject({ ids: ['edinet:report'], total: 1 });
    expect(await feed('?watchlist=true&ticker=WDGS')).toMatchObject({ ids: [], total: 0 });
    expect(await feed('?ticker=WDGS&form_types=8-K')).toMatchObject({ ids: [], empty_reason: 'not_published_yet' });
    expect((await api.get(`${ROUTE}?ticker=NOBODY`)).status).toBe(404);
  });

  it('pages by limit and offset', async () => {
    expect(await feed('?limit=2')).toMatchObject({ ids: ['sec-edgar:holding', 'edinet:report'], total: 3 });
    expect(await feed('?limit=2&offset=2')).toMatchObject({ ids: ['sec-edgar:annual'], total: 3 });
    expect(await feed('?ticker=WDGS&limit=1&offset=1')).toMatchObject({ ids: ['sec-edgar:annual'], total: 2 });
    expect((await api.get(`${ROUTE}?limit=101`)).status).toBe(422);
    expect((await api.get(`${ROUTE}?offset=-1`)).status).toBe(422);
  });

  it('returns the same filings for a watchlist of hundreds', async () => {
    await database.db.execute(sql`
      insert into issuers (canonical_key, company_name, market_id)
      select 'cik:' || 910000 + n, 'Many ' || n, 'us' from generate_series(1, 300) n`);
    await database.db.execute(sql`
      insert into watchlist_entries (account_id, market_id, ticker_key, ticker, issuer_id)
      select ${api.accountId}, 'us', 'M' || issuer_id, 'M' || issuer_id, issuer_id from issuers where company_name like 'Many %'`);
    expect(await feed('?watchlist=true')).toMatchObject({ ids: ['edinet:report'], total: 1 });
    expect(await feed('?watchlist=true&form_types=10-K')).toMatchObject({ ids: [], total: 0 });
  });
});

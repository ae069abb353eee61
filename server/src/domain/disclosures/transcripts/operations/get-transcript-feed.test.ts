import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { fictionalTranscript } from '../../../../../test/fictional/calls.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedTranscripts } from '../../../../../test/seeds/transcripts.ts';
import { getTranscriptFeed } from './get-transcript-feed.ts';

const database = useTestDatabase();
const ROUTE = '/api/v1/feeds/transcripts';
const api = useTestApi(database);

const feed = async (query = '') => {
  const { status, json } = await api.get(`${ROUTE}${query}`);
  const items = (json.items ?? []) as { transcript_id: string; ticker: string; market_id: string }[];
  return { status, json, items, ids: items.map(item => item.transcript_id) };
};

describe(`GET ${ROUTE}`, () => {
  it('returns not_covered for an empty store', async () => {
    expect((await feed()).json).toEqual({ items: [], total: 0, data_as_of: null, empty_reason: 'not_covered' });
  });

  it('lists the calls of all companies, latest first, without calls of unknown companies', async () => {
    await seedIssuer(database.db, { key: 'cik:900051', name: 'Fictional Works Inc', listings: [{ ticker: 'FICT' }] });
    await seedIssuer(database.db, {
      key: 'jcn:9000430000043',
      name: 'Motors KK',
      marketId: 'jp',
      listings: [{ ticker: '9043', marketId: 'jp' }],
    });
    const motors = { name: null, ticker: '9043', marketId: 'jp' };
    await seedTranscripts(database.db, [
      fictionalTranscript(),
      fictionalTranscript({ source: 'alphavantage', nativeId: 'fict-2025q3', eventAt: null, eventDate: null }),
      fictionalTranscript({ nativeId: 'motors', company: motors, eventAt: '2026-01-30T06:00:00Z' }),
      fictionalTranscript({ nativeId: 'nobody', company: { name: 'Nobody', ticker: 'NOBO', marketId: 'us' } }),
    ]);
    const { json, ids, items } = await feed();
    expect(getTranscriptFeed.output.safeParse(json).error).toBeUndefined();
    expect(ids).toEqual(['plain:motors', 'plain:fictional-works-2025q3', 'alphavantage:fict-2025q3']);
    expect(json).toMatchObject({ total: 3, empty_reason: null });
    expect(items[0]).toMatchObject({ ticker: '9043', market_id: 'jp' });
    expect(JSON.stringify(json)).not.toContain('turns');
  });

  it('filters by company, market and source, and pages', async () => {
    expect((await feed('?ticker=fict')).ids).toEqual(['plain:fictional-works-2025q3', 'alphavantage:fict-2025q3']);
    expect((await feed('?source=AlphaVantage')).ids).toEqual(['alphavantage:fict-2025q3']);
    expect((await feed('?market_id=jp')).ids).toEqual(['plain:motors']);
    expect((await feed('?source=nobody')).json).toMatchObject({ items: [], total: 0, empty_reason: 'not_covered' });
    const page = await feed('?limit=1&offset=1');
    expect([page.ids, page.json.total]).toEqual([['plain:fictional-works-2025q3'], 3]);
  });

  it('rejects unknown parameters and invalid values', async () => {
    expect((await feed('?ticker=NONE')).status).toBe(404);
    expect((await feed('?offset=10001')).status).toBe(422);
    expect((await feed('?tickr=FICT')).status).toBe(422);
    expect((await feed('?source=%00')).status).toBe(422);
  });
});

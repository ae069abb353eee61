import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPress, wireRelease } from '../../../../../test/seeds/press.ts';
import { listPressReleases } from './list-press-releases.ts';

const database = useTestDatabase();
/** Fictional, with a valid check digit. */
const ISIN = 'US9900000012';
const PATH = '/api/v1/tickers/FICT/press-releases';
const api = useTestApi(database);
const free = useTestApi(database, {}, 'free');

beforeAll(async () => {
  const { db } = database;
  const listings = [
    { ticker: 'FICT', mic: 'XNAS' },
    { ticker: 'FIP', marketId: 'eu', mic: 'XPAR', isin: ISIN },
  ];
  await seedIssuer(db, { key: 'cik:990001', name: 'Fictional Works, Inc.', listings });
  await seedIssuer(db, { key: 'cik:990002', name: 'Other Works Corp', listings: [{ ticker: 'OTHR', mic: 'XNYS' }] });
  const lead = await seedIssuer(db, { key: 'cik:990003', name: 'Twin Works', listings: [{ ticker: 'TWIN' }] });
  const duplicate = await seedIssuer(db, {
    key: 'lei:x',
    name: 'Twin Works plc',
    listings: [{ ticker: 'TWN', marketId: 'uk', mic: 'XLON' }],
  });
  await seedEntity(db, [lead, duplicate]);
  await seedPress(db, [
    wireRelease('1-en', '2026-01-01T10:00:00Z', { listings: ['Nasdaq:FICT'], subjects: ['Partnerships'] }),
    wireRelease('2-en', '2026-01-02T10:00:00Z', {
      listings: ['Nasdaq:FICT', 'NYSE:OTHR', 'TSX:FICT', 'Moon:FICT'],
      subjects: ['Earnings', 'Weather'],
    }),
    wireRelease('3-fr', '2026-01-03T10:00:00Z', {
      isins: [ISIN],
      language: null,
      summary: null,
      title: 'Un jour au verger',
    }),
    wireRelease('4-en', '2026-01-03T10:00:00Z', { listings: ['Paris:FIP', 'Nasdaq:FICT'] }),
    ...['5', '6', '7'].map(id => wireRelease(`${id}-en`, `2026-01-0${id}T10:00:00Z`, { mentions: ['NASDAQ: FICT'] })),
    wireRelease('8-en', '2026-01-08T10:00:00Z', { listings: ['LSE:TWN'] }),
  ]);
});

const ids = (json: Record<string, unknown>) =>
  (json.items as { press_release_id: string }[]).map(item => item.press_release_id.replace('globenewswire:', ''));

describe('GET /api/v1/tickers/{ticker}/press-releases', () => {
  it('lists releases tagged by listing, ISIN or text, newest first, for 3 credits', async () => {
    const { json, headers } = await api.read(listPressReleases, PATH);
    expect(ids(json)).toEqual(['7-en', '6-en', '5-en', '3-fr', '4-en', '2-en', '1-en']);
    expect(headers['x-credits-cost']).toBe('3');
    expect(json).toMatchObject({
      canonical_key: 'cik:990001',
      ticker: 'FICT',
      market_id: 'us',
      has_more: false,
      preview: null,
      data_as_of: '2026-01-07T10:00:00Z',
      empty_reason: null,
    });
  });

  it('returns a release with its subjects, its tier and its other tagged listings', async () => {
    const { json } = await api.get(`${PATH}?subject_code=13`);
    expect(json.items).toEqual([
      {
        canonical_key: 'cik:990001',
        company_name: 'Fictional Works, Inc.',
        ticker: 'FICT',
        market_id: 'us',
        press_release_id: 'globenewswire:2-en',
        title: 'Fictional words 2-en',
        summary: 'The beginning of 2-en.',
        published_at: '2026-01-02T10:00:00Z',
        source: 'globenewswire',
        url: 'https://www.globenewswire.com/news-release/2-en',
        language: 'en',
        tier: 1,
        subjects: [{ subject_code: 13, label: 'Earnings Releases and Operating Results' }],
        isins: [],
        also_tagged: [{ ticker: 'OTHR', market_id: 'us', mic: 'XNYS' }],
      },
    ]);
  });

  it('filters by tier and by market or ISIN of the listing', async () => {
    expect(ids((await api.get(`${PATH}?tier=2`)).json)).toEqual(['1-en']);
    const paris = await api.get('/api/v1/tickers/FIP/press-releases?market=eu&limit=1&tier=3');
    expect(paris.json).toMatchObject({ ticker: 'FIP', market_id: 'eu', has_more: true });
    expect((await api.get(`${PATH}?isin=${ISIN}`)).status).toBe(200);
    expect((await api.get(`/api/v1/tickers/OTHR/press-releases?isin=${ISIN}`)).status).toBe(400);
    expect((await api.get(`${PATH}?market=jp`)).status).toBe(404);
    const both = await api.get(`${PATH}?market=us&market_id=eu`);
    expect(both.json).toMatchObject({ detail: [{ loc: ['query', 'market_id'] }] });
  });

  it('returns null for fields that the newswire omits', async () => {
    const { json } = await api.get(`${PATH}?tier=3&limit=4`);
    const item = (json.items as { press_release_id: string }[]).find(item => item.press_release_id.endsWith('3-fr'));
    expect(item).toMatchObject({ language: 'und', summary: null, subjects: [], isins: [ISIN], also_tagged: [] });
  });

  it('lists the releases of every registrant of the company', async () => {
    expect(ids((await api.get('/api/v1/tickers/TWIN/press-releases')).json)).toEqual(['8-en']);
  });

  it('returns a preview of five releases without summary, link and subjects to free plans, at the same price', async () => {
    const { json, headers } = await free.read(listPressReleases, `${PATH}?limit=50`);
    expect(ids(json)).toHaveLength(5);
    expect(headers['x-credits-cost']).toBe('3');
    expect(json).toMatchObject({
      has_more: true,
      preview: { plan_required: 'pro', shown: 5, total: 7, withheld: ['summary', 'url', 'subjects'] },
    });
    for (const item of json.items as object[]) {
      expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['summary']));
      expect('url' in item || 'subjects' in item || 'summary' in item).toBe(false);
    }
  });

  it('returns the reason for an empty list', async () => {
    expect((await api.get(`${PATH}?subject_code=999`)).json).toMatchObject({ items: [], empty_reason: 'not_reported' });
    await seedIssuer(database.db, { key: 'cik:990009', name: 'Silent Works', listings: [{ ticker: 'SLNT' }] });
    const { json } = await api.get('/api/v1/tickers/SLNT/press-releases');
    expect(json).toMatchObject({ items: [], has_more: false, data_as_of: null, empty_reason: 'not_covered' });
    expect((await free.get('/api/v1/tickers/SLNT/press-releases')).json).toMatchObject({
      preview: { shown: 0, total: 0 },
    });
    expect((await api.get('/api/v1/tickers/NOPE/press-releases')).status).toBe(404);
  });

  it('reports all invalid parameters at once', async () => {
    const { status, json } = await api.get(`${PATH}?tier=4&subject_code=1000&limit=101&colour=red`);
    expect(status).toBe(422);
    const places = (json.detail as { loc: string[] }[]).map(problem => problem.loc.join('.'));
    expect(places.toSorted()).toEqual(['query.colour', 'query.limit', 'query.subject_code', 'query.tier']);
  });
});

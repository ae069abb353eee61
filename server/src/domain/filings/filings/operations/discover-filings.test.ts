import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { discoverFilings } from './discover-filings.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
  for (const key of ['cik:900002', 'uk:00900003']) {
    const row = await database.db.queryOne<{ issuer_id: string }>(
      sql`select issuer_id from issuers where canonical_key = ${key}`,
    );
    const nativeId = `dup-${key.replace(':', '-')}`;
    await seedFilings(database.db, row?.issuer_id ?? '', [
      { nativeId, form: '10-K', filed: '2024-01-0'.concat(key === 'cik:900002' ? '2' : '3') },
    ]);
  }
});

async function discover(query: Record<string, string>): Promise<Record<string, unknown>> {
  const { json } = await api.read(discoverFilings, `/api/v1/filings/discover?${new URLSearchParams(query)}`);
  return json;
}

describe('GET /api/v1/filings/discover', () => {
  it('lists the filings of the entity that a name resolves to, with the listings that were searched', async () => {
    const json = await discover({ query: 'aurora widgets', limit: '2' });
    expect(json).toMatchObject({
      entity: { canonical_key: 'cik:900001' },
      listings_searched: [{ ticker: 'AURW', market_id: 'us', mic: 'XNAS' }],
      has_more: true,
      empty_reason: null,
    });
    expect(json.filings).toMatchObject([
      { filing_id: `sec-edgar:${AURORA.current}`, canonical_key: 'cik:900001', company_name: 'Aurora Widgets Inc.' },
      { filing_id: `sec-edgar:${AURORA.annual2023}` },
    ]);
  });

  it('searches every market that uses a ticker, newest first across all of them', async () => {
    const json = await discover({ ticker: 'DUP' });
    expect((json.filings as { market_id: string }[]).map(filing => filing.market_id)).toEqual(['uk', 'us']);
    expect((json.listings_searched as { market_id: string }[]).map(listing => listing.market_id).toSorted()).toEqual([
      'uk',
      'us',
    ]);
    expect(json.entities).toHaveLength(1);
  });

  it('searches only the best hit of a name and shows the others as candidates', async () => {
    const json = await discover({ query: 'duplex' });
    expect(json.entity).toMatchObject({ canonical_key: 'cik:900002' });
    expect(json.entities).toMatchObject([{ canonical_key: 'uk:00900003' }]);
    expect((json.filings as { market_id: string }[]).map(filing => filing.market_id)).toEqual(['us']);
  });

  it('accepts LEI and ISIN, and filters by form and year', async () => {
    expect((await discover({ lei: AURORA.lei, form_types: '8-K' })).filings).toHaveLength(1);
    expect((await discover({ isin: AURORA.isin, since_year: '2023' })).filings).toHaveLength(2);
  });

  it('returns an empty_reason if nothing is found', async () => {
    expect(await discover({ query: 'zzqx' })).toMatchObject({ entity: null, filings: [], empty_reason: 'not_covered' });
    expect(await discover({ query: 'quiet meadow' })).toMatchObject({
      entity: { canonical_key: 'cik:900006' },
      filings: [],
      empty_reason: 'not_covered',
    });
    expect(await discover({ ticker: 'AURW', form_types: '20-F' })).toMatchObject({
      filings: [],
      empty_reason: 'not_reported',
    });
  });

  it('rejects a LEI passed as a name, an empty request, and a page that is too large', async () => {
    for (const query of ['', 'limit=5', 'lei=ABC', 'ticker=AURW&limit=101', 'ticker=AURW&market_id=us']) {
      expect((await api.get(`/api/v1/filings/discover?${query}`)).status).toBe(422);
    }
  });
});

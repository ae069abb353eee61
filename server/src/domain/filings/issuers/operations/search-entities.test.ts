import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { rewriteSearchNames } from '../store/search-names.ts';
import { searchEntities } from './search-entities.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
  await seedIssuer(database.db, {
    key: 'cik:900010',
    name: 'Aurora Hospitality Trust',
    listings: [{ ticker: 'AURH' }],
  });
  await seedIssuer(database.db, { key: 'cik:900011', name: 'First Aurora Bancorp', listings: [{ ticker: 'FAUR' }] });
  await seedIssuer(database.db, {
    key: 'cik:900012',
    name: 'Old Lighthouse Corp',
    listings: [{ ticker: 'GONE', status: 'delisted' }],
  });
  await seedIssuer(database.db, { key: 'cik:900013', name: 'Lighthouse Marine Supplies', listings: [] });
  await seedIssuer(database.db, { key: 'cik:900014', name: 'House Marine Corp', listings: [{ ticker: 'HMRN' }] });
});

interface Hit {
  canonical_key: string;
  company_name: string;
  matched_on: string;
  score: number;
  ticker: string | null;
  market_id: string | null;
}

async function search(
  query: Record<string, string>,
): Promise<{ top: Hit | null; others: Hit[]; json: Record<string, unknown> }> {
  const { json } = await api.read(searchEntities, `/api/v1/entities/search?${new URLSearchParams(query)}`);
  return { top: json.entity as Hit | null, others: json.entities as Hit[], json };
}

describe('GET /api/v1/entities/search', () => {
  it('takes the more prominent of two names that a misspelling is alike', async () => {
    const obscure = await seedIssuer(database.db, { key: 'cik:900020', name: 'Pelcann Harbor', listings: [] });
    await seedFilings(database.db, obscure, [{ nativeId: 'pelcann', form: 'D', filed: '2024-01-02' }]);
    const known = await seedIssuer(database.db, {
      key: 'cik:900021',
      name: 'Pelican Harbor',
      listings: [{ ticker: 'PLCN' }],
    });
    await seedFilings(
      database.db,
      known,
      Array.from({ length: 300 }, (_, at) => ({ nativeId: `pelican-${at}`, form: '8-K', filed: '2024-01-02' })),
    );
    expect((await search({ query: 'Pelcan Harbor' })).top?.canonical_key).toBe('cik:900021');
  });

  it('takes a name with a letter too few before readings that begin like the query without its doubled letter', async () => {
    const read = await seedIssuer(database.db, {
      key: 'jcn:9000000000001',
      name: '\u7f8e\u934b\u5de5\u696d',
      marketId: 'jp',
      listings: [{ ticker: '9002', marketId: 'jp' }],
    });
    await database.db.execute(sql`
      insert into issuer_readings (issuer_id, kind, reading, prominence)
      values (${read}, 'japanese', 'bidonabekogyo', 1)`);
    await seedIssuer(database.db, { key: 'cik:900022', name: 'Bidona', listings: [{ ticker: 'BDNA' }] });
    expect((await search({ query: 'Biddona' })).top?.canonical_key).toBe('cik:900022');
    expect((await search({ query: 'bidona' })).others.map(({ canonical_key }) => canonical_key)).toContain(
      'jcn:9000000000001',
    );
  });

  it.each([
    ['an exact ticker in any case', 'aurw', 'cik:900001', 'ticker'],
    ['a share class with a dot', 'BGT.B', 'cik:900004', 'ticker'],
    ['a cashtag', '$aurw', 'cik:900001', 'ticker'],
    ['a ticker after its exchange', 'NASDAQ: AURW', 'cik:900001', 'ticker'],
    ['a ticker before its market', 'AURW US Equity', 'cik:900001', 'ticker'],
    ['a ticker in full-width letters', 'ＡＵＲＷ', 'cik:900001', 'ticker'],
    ['a ticker of a market where it has no listing', 'AURW.TO', 'cik:900001', 'ticker'],
    ['a share class with a stroke', 'bgt/b', 'cik:900004', 'ticker'],
    ['a LEI', AURORA.lei, 'cik:900001', 'lei'],
    ['an ISIN', AURORA.isin, 'cik:900001', 'isin'],
    ['a canonical key', 'cik:0000900001', 'cik:900001', 'identifier'],
    ['the whole name', 'Aurora Widgets, Inc.', 'cik:900001', 'name'],
    ['the beginning of the name', 'aurora wid', 'cik:900001', 'name'],
    ['a word of the name', 'lantern', 'hkex:00090', 'name'],
    ['its words in another order', 'widgets aurora', 'cik:900001', 'name'],
    ['a misspelt name', 'Arora Widgts', 'cik:900001', 'name'],
    ['a misspelt word', 'lanten', 'hkex:00090', 'name'],
    ['a former name', 'Dawn Contraptions', 'cik:900001', 'former_name'],
    ['a misspelt former name', 'dawn contraption corp', 'cik:900001', 'former_name'],
    ['a name with &', 'Berg and Tal', 'cik:900004', 'name'],
    ['a name with accents', 'Dúplex', 'cik:900002', 'name'],
    ['a first word taken apart', 'light house marine', 'cik:900013', 'name'],
    ['a share class without its separator', 'bgtb', 'cik:900004', 'ticker'],
    ["a registry's number as the registry writes it", 'CIK0000900001', 'cik:900001', 'identifier'],
    ['a number behind its label', 'CIK No. 900001', 'cik:900001', 'identifier'],
    ['an LEI in groups of four', AURORA.lei.replace(/(.{4})(?=.)/g, '$1 '), 'cik:900001', 'lei'],
    ['an ISIN behind its label', `ISIN: ${AURORA.isin}`, 'cik:900001', 'isin'],
    ['a ticker behind its label', 'Ticker: AURW', 'cik:900001', 'ticker'],
    ['a ticker with a legal form', 'Aurw Corp', 'cik:900001', 'ticker'],
    ['a number alone', '0000900001', 'cik:900001', 'identifier'],
  ])('finds by %s', async (_how, query, key, matchedOn) => {
    const { top } = await search({ query });
    expect(top).toMatchObject({ canonical_key: key, matched_on: matchedOn });
  });

  it('ranks the exact name before longer ones and does not repeat the top hit', async () => {
    const { top, others } = await search({ query: 'aurora' });
    const all = [top, ...others].map(hit => hit?.canonical_key);
    expect(new Set(all)).toEqual(new Set(['cik:900001', 'cik:900010', 'cik:900011']));
    expect(all).toHaveLength(3);
    const scores = [top, ...others].map(hit => hit?.score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(all[2]).toBe('cik:900011');
  });

  it('ranks a name that only a word for a group follows before longer names', async () => {
    await seedIssuer(database.db, { key: 'cik:900030', name: 'Meridor Music Corp', listings: [{ ticker: 'MERM' }] });
    await seedIssuer(database.db, { key: 'cik:900031', name: 'Meridor Holdings', listings: [{ ticker: 'MERH' }] });
    await rewriteSearchNames(database.db);
    expect((await search({ query: 'meridor' })).top?.canonical_key).toBe('cik:900031');
  });

  it('ranks an unlisted company that files, named by all but its word for a group, before longer names of listed ones', async () => {
    const unlisted = await seedIssuer(database.db, { key: 'uk:00900033', name: 'Kestral Group plc', listings: [] });
    await seedFilings(database.db, unlisted, [{ nativeId: 'kestral', form: 'AA', filed: '2024-01-02' }]);
    await seedIssuer(database.db, { key: 'cik:900034', name: 'Kestralon Corp', listings: [{ ticker: 'KSTR' }] });
    expect((await search({ query: 'kestral' })).top?.canonical_key).toBe('uk:00900033');
  });

  it('ranks an unlisted company whose name begins with the query before misspellings of listed ones', async () => {
    await seedIssuer(database.db, { key: 'lei:529900T8BM49AURSDO55', name: 'Quantor Cables', listings: [] });
    await seedIssuer(database.db, { key: 'cik:900032', name: 'Quantro Corp', listings: [{ ticker: 'QNTR' }] });
    expect((await search({ query: 'quantor' })).top?.canonical_key).toBe('lei:529900T8BM49AURSDO55');
  });

  it('shows both issuers of a ticker that two markets use, and one of them with market_id', async () => {
    const { top, others } = await search({ ticker: 'DUP' });
    expect([top, ...others].map(hit => hit?.market_id).toSorted()).toEqual(['uk', 'us']);
    const uk = await search({ ticker: 'DUP', market_id: 'uk' });
    expect(uk.top?.canonical_key).toBe('uk:00900003');
    expect(uk.others).toEqual([]);
  });

  it('accepts Hong Kong codes with and without zeros, and Chinese tickers only for Chinese listings', async () => {
    for (const hk_ticker of ['90', '0090', '00090']) {
      expect((await search({ hk_ticker })).top?.canonical_key).toBe('hkex:00090');
    }
    expect((await search({ cn_ticker: 'AURW' })).top).toBeNull();
  });

  it('finds entities that match every parameter', async () => {
    expect((await search({ query: 'aurora', ticker: 'AURH' })).top?.canonical_key).toBe('cik:900010');
    expect((await search({ query: 'duplex', ticker: 'AURH' })).top).toBeNull();
  });

  it('ranks delisted issuers behind traded ones', async () => {
    expect((await search({ ticker: 'GONE' })).top).toMatchObject({ canonical_key: 'cik:900012', score: 0.9 });
  });

  it('returns 200 with empty_reason not_covered if nothing matches', async () => {
    const { top, others, json } = await search({ query: 'zzqx 9' });
    expect({ top, others }).toEqual({ top: null, others: [] });
    expect(json).toMatchObject({ data_as_of: null, empty_reason: 'not_covered' });
    expect((await search({ isin: 'US999999ZZ14' })).top).toBeNull();
    expect((await search({ query: '---' })).top).toBeNull();
  });

  it('rejects wrong check digits, empty and blank values, and a search without parameters', async () => {
    const faults = async (query: string) => {
      const { status, json } = await api.get(`/api/v1/entities/search?${query}`);
      expect(status).toBe(422);
      return (json.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'));
    };
    expect(await faults(`lei=${AURORA.lei.slice(0, -1)}8&isin=US999999AA13`)).toEqual(['query.lei', 'query.isin']);
    expect(await faults('query=&ticker=%20')).toContain('query.query');
    expect(await faults('market_id=us')).toEqual(['query']);
    expect(await faults('')).toEqual(['query']);
  });
});

describe('tickers and security numbers in other notations', () => {
  it('finds a company by its ticker at home, before another one with the same letters elsewhere', async () => {
    await seedIssuer(database.db, { key: 'cik:900040', name: 'Foreign Soaps plc', listings: [{ ticker: 'UL' }] });
    await seedIssuer(database.db, { key: 'cik:900041', name: 'Ultra Verde', listings: [{ ticker: 'ULVR' }] });
    for (const query of ['ULVR.L', 'ULVR LN', 'LSE:ULVR']) {
      expect((await search({ query })).top, query).toMatchObject({ canonical_key: 'cik:900040', ticker: 'UL' });
    }
    expect((await search({ query: 'ULVR' })).top?.canonical_key).toBe('cik:900041');
  });

  it.each([
    'Aurora Hospitality (AURH)',
    'AURH - Aurora Hospitality',
    'Aurora Hospitality (NASDAQ: AURH)',
    'NYSE AURH',
    'AURH@NYSE',
    '(AURH)',
  ])('finds %s', async query => {
    expect((await search({ query })).top).toMatchObject({ canonical_key: 'cik:900010' });
  });

  it('does not take a capital word of a name for a ticker of another company', async () => {
    expect((await search({ query: 'GONE Lighthouse' })).top).toMatchObject({ canonical_key: 'cik:900012' });
    expect((await search({ query: 'Aurora HMRN' })).top?.score).toBeLessThan(0.5);
  });

  it('finds the share whose ISIN contains a CUSIP or WKN', async () => {
    await seedIssuer(database.db, {
      key: 'cik:900130',
      name: 'Quillfeather Mills',
      listings: [{ ticker: 'QLFM', isin: 'US0378331005' }],
    });
    await seedIssuer(database.db, {
      key: 'lei:529900EXAMPLE0000030',
      name: 'Federkiel Werke AG',
      listings: [{ ticker: 'FDKW', isin: 'DE0007164600', marketId: 'eu' }],
    });
    for (const query of ['037833100', '037833-10-0', 'CUSIP 037833100'])
      expect((await search({ query })).top).toMatchObject({ canonical_key: 'cik:900130', matched_on: 'isin' });
    expect((await search({ query: 'WKN 716460' })).top).toMatchObject({ canonical_key: 'lei:529900EXAMPLE0000030' });
  });
});

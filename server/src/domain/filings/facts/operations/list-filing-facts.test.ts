import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { auroraReport, reportedFact, seedAuroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { parseDimensionFilter } from '../views/select-facts.ts';
import { listFilingFacts } from './list-filing-facts.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
  await seedAuroraReport(database.db, aurora);
  await seedReport(database.db, aurora, AURORA.current, null);
});

const id = `sec-edgar:${AURORA.annual2023}`;
const ask = (query: Record<string, string> = {}, filingId = id) =>
  api.get(`/api/v1/filings/${encodeURIComponent(filingId)}/facts?${new URLSearchParams(query)}`);
const elements = (json: Record<string, unknown>) =>
  (json.items as { element_id: string }[]).map(item => item.element_id);

describe('GET /api/v1/filings/{filing_id}/facts', () => {
  it('returns every fact in document order with its element', async () => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(listFilingFacts.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filing_id: id,
      canonical_key: 'cik:900001',
      ticker: 'AURW',
      market_id: 'us',
      company_name: 'Aurora Widgets Inc.',
      total: 13,
      data_as_of: '2024-02-19T21:00:00Z',
      empty_reason: null,
    });
    expect(elements(json)).toEqual(auroraReport().facts.map(fact => fact.elementId));
    expect((json.items as unknown[])[1]).toEqual({
      concept: 'us-gaap:Revenues',
      period_start: '2023-01-01',
      period_end: '2023-12-31',
      unit: 'USD',
      value: 1_250_000_000,
      decimals: -3,
      dimensions: {},
      document: 'aurw-20231231.htm',
      element_id: 'f-revenue',
      char_start: 1000,
      char_end: 1100,
    });
    expect((await ask({}, uuidV5(id))).text).toBe((await ask()).text);
  });

  it('returns numbers with every filed digit, texts as strings, nil as null', async () => {
    const { text } = await ask({ concept: 'us-gaap:RetainedEarningsAccumulatedDeficit' });
    expect(text).toContain('"value":12345678901234567.89,');
    const name = await ask({ concept: 'EntityRegistrantName' });
    expect(name.json.items).toMatchObject([{ value: 'AURORA WIDGETS INC.', unit: null, decimals: null }]);
    const nil = await ask({ concept: 'us-gaap:impairmentofgoodwill' });
    expect(nil.json.items).toMatchObject([{ value: null, unit: 'USD' }]);
  });

  it('truncates a long text and returns its length and location', async () => {
    const { json } = await ask({ concept: 'RevenueFromContractWithCustomerPolicyTextBlock' });
    const [item] = json.items as { value: string; value_chars: number; char_start: number; char_end: number }[];
    expect(item?.value).toHaveLength(2000);
    expect(item).toMatchObject({ value_chars: 21 + 200 * 22, char_start: 6000, char_end: 11_000 });
  });

  it('filters by concept, ignoring case, by full or local name', async () => {
    const all = ['f-revenue', 'f-revenue-2022', 'f-revenue-again'];
    for (const concept of ['us-gaap:Revenues', 'US-GAAP:revenues', 'Revenues', ' revenues ']) {
      expect(elements((await ask({ concept, dimensions: 'none' })).json)).toEqual(all);
    }
    for (const concept of ['aurw:Revenues', 'Revenue', 'us-gaap:', ':Revenues', '%', '__proto__', "'; drop table"]) {
      expect((await ask({ concept })).json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported' });
    }
  });

  it('filters by dimensions', async () => {
    const by = async (dimensions: string) => elements((await ask({ concept: 'Revenues', dimensions })).json);
    expect(await by('srt:ProductOrServiceAxis=aurw:GearsMember')).toEqual(['f-gears', 'f-gears-us']);
    expect(await by('productorserviceaxis=gearsmember')).toEqual(['f-gears', 'f-gears-us']);
    expect(await by('srt:ProductOrServiceAxis')).toEqual(['f-gears', 'f-sprockets', 'f-gears-us']);
    expect(await by('srt:ProductOrServiceAxis=*; none')).toEqual(['f-gears', 'f-sprockets']);
    expect(await by('srt:ProductOrServiceAxis=aurw:GearsMember;srt:StatementGeographicalAxis=country:US')).toEqual([
      'f-gears-us',
    ]);
    expect(await by('srt:ProductOrServiceAxis=aurw:GearsMember;none')).toEqual(['f-gears']);
    expect(await by('srt:StatementGeographicalAxis=aurw:GearsMember')).toEqual([]);
    expect(await by('any')).toHaveLength(8);
  });

  it('pages in document order and returns the total', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 15; offset += 4) {
      const { json } = await ask({ limit: '4', offset: String(offset) });
      expect(json.total).toBe(13);
      expect(json.empty_reason).toBe(null);
      seen.push(...elements(json));
    }
    expect(seen).toEqual(auroraReport().facts.map(fact => fact.elementId));
  });

  it('returns why there are no facts: not opened, or nothing tagged', async () => {
    const closed = await ask({}, `sec-edgar:${AURORA.annual2022}`);
    expect(closed.status).toBe(200);
    expect(listFilingFacts.output.safeParse(closed.json).error).toBeUndefined();
    expect(closed.json).toMatchObject({ items: [], total: 0, empty_reason: 'not_covered' });
    const untagged = await ask({}, `sec-edgar:${AURORA.current}`);
    expect(untagged.json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported' });
  });

  it('returns an invalid number as filed, and members with hostile names', async () => {
    const facts = [
      reportedFact({ value: 'not a number', elementId: 'bad' }),
      reportedFact({ value: `1${'0'.repeat(500)}`, elementId: 'absurd' }),
      reportedFact({ unit: null, value: '\u0000<script>"\\\ud800', elementId: 'text' }),
      reportedFact({ dimensions: { ['__proto__']: 'constructor' }, elementId: 'proto' }),
    ];
    await seedReport(database.db, aurora, AURORA.amended2022, { facts, statements: [] });
    const { json, text, status } = await ask({}, `sec-edgar:${AURORA.amended2022}`);
    expect(status).toBe(200);
    expect((json.items as { value: unknown }[]).map(item => item.value)).toEqual([
      'not a number',
      `1${'0'.repeat(500)}`,
      '\u0000<script>"\\\ufffd',
      0,
    ]);
    expect(text).toContain('"dimensions":{"__proto__":"constructor"}');
    const found = await ask({ dimensions: '__proto__=constructor' }, `sec-edgar:${AURORA.amended2022}`);
    expect(elements(found.json)).toEqual(['proto']);
  });

  it('returns a filing of several filers for the filer whose facts are stored', async () => {
    const parent = await seedIssuer(database.db, { key: 'cik:900020', name: 'Parent Power Co' });
    const subsidiary = await seedIssuer(database.db, { key: 'cik:900021', name: 'Subsidiary Power Co' });
    for (const filer of [parent, subsidiary]) {
      await seedFilings(database.db, filer, [{ nativeId: 'joint', form: '10-K', filed: '2024-01-02' }]);
    }
    await seedReport(database.db, parent, 'joint', null);
    await seedReport(database.db, subsidiary, 'joint', auroraReport());
    const { json } = await ask({}, 'sec-edgar:joint');
    expect(json).toMatchObject({ canonical_key: 'cik:900021', total: 13 });
  });

  it('rejects invalid parameters', async () => {
    for (const query of [
      { dimensions: '' },
      { dimensions: 'a=b;;c=d' },
      { dimensions: '=x' },
      { dimensions: 'axis=' },
      { limit: '1001' },
      { limit: '0' },
      { offset: '-1' },
      { offset: '1e9' },
      { concept: '' },
      { concept: 'a\u0000b' },
      { concepts: 'x' },
      { concept: 'x'.repeat(257) },
    ]) {
      expect([(await ask(query)).status, query]).toEqual([422, query]);
    }
    expect((await ask({}, 'sec-edgar:0000000000-00-000000')).status).toBe(404);
    expect((await ask({}, 'nonsense')).status).toBe(404);
  });
});

describe('view=compact', () => {
  it('has the facts of the full view without accuracy and places', async () => {
    const full = await ask();
    const compact = await ask({ view: 'compact' });
    expect(listFilingFacts.compact?.safeParse(compact.json).error).toBeUndefined();
    const items = (json: Record<string, unknown>) => json.items as Record<string, unknown>[];
    expect(items(compact.json).length).toBeGreaterThan(0);
    for (const [at, fact] of items(compact.json).entries()) {
      expect(items(full.json)[at]).toMatchObject(fact);
      expect(fact).not.toHaveProperty('element_id');
    }
    expect(compact.json.total).toBe(full.json.total);
    expect(compact.text.length).toBeLessThan(full.text.length);
  });
});

describe('parseDimensionFilter', () => {
  it('splits at the first equals sign, so that typed members may contain others', () => {
    expect(parseDimensionFilter('x:Axis=a=b ; none')).toEqual({
      pairs: [{ axis: 'x:Axis', member: 'a=b' }],
      isClosed: true,
    });
    expect(parseDimensionFilter('ANY')).toEqual({ pairs: [], isClosed: false });
    expect(parseDimensionFilter('none=x')).toEqual({ pairs: [{ axis: 'none', member: 'x' }], isClosed: false });
  });
});

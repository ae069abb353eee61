import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import {
  MERIDIAN,
  seedFilingText,
  seedFilingTexts,
  seedMeridian,
  seedSection,
} from '../../../../../test/seeds/sections.ts';
import { sql } from '../../../../db/database.ts';
import { encodeFilingText, replaceFilingText } from '../store/filing-sections.ts';
import { searchFilings } from './search-filings.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedMeridian(database.db);
});

const search = (query: Record<string, string>) => api.get(`/api/v1/filings/search?${new URLSearchParams(query)}`);

interface Item {
  filing_id: string;
  section_key: string;
  score: number;
  snippet: string;
  passage_start: number;
}

/** Which sections a search finds, best first: `<last digits of the filing> <key>`. */
async function found(query: Record<string, string>): Promise<string[]> {
  const { status, json } = await search(query);
  expect(status, JSON.stringify(json)).toBe(200);
  expect(searchFilings.output.safeParse(json).error).toBeUndefined();
  return (json.items as Item[]).map(item => `${item.filing_id.slice(-9)} ${item.section_key}`);
}

describe('GET /api/v1/filings/search', () => {
  it('finds sections with all words, in any inflection, with a snippet and the fields of a hit', async () => {
    const { json } = await search({ q: 'tariff costs' });
    expect(json).toMatchObject({
      total: 1,
      total_is_exact: true,
      searched_from: null,
      lang: 'english',
      registries_searched: ['sec-edgar'],
      data_as_of: '2025-02-20T21:00:00Z',
      empty_reason: null,
      items: [
        {
          filing_id: `sec-edgar:${MERIDIAN.annual2024}`,
          form_type: '10-K',
          canonical_key: 'cik:900101',
          company_name: 'Meridian Copper Works',
          ticker: 'MCW',
          market_id: 'us',
          registry: 'sec-edgar',
          section_key: 'item_1a',
          title: 'Risk Factors',
        },
      ],
    });
    const [hit] = json.items as Item[];
    expect(hit?.snippet).toContain('Higher <mark>tariffs</mark> raise our <mark>costs</mark> &amp; may lower margins');
    expect(hit?.score).toBeGreaterThan(0);
    expect(hit?.score).toBeLessThanOrEqual(1);
  });

  it.each([
    ['"supply chain"', ['25-000001 item_1a']],
    ['"supply of cobalt"', ['24-000001 item_1a']],
    ['"chain supply"', []],
    ['supply chain', ['25-000001 item_1a', '24-000001 item_1a']],
    ['supply -cobalt', ['25-000001 item_1a']],
    ['supply -"supply chain"', ['24-000001 item_1a']],
    ['"material weakness" or cobalt', ['25-000001 item_1a', '24-000001 item_1a']],
    ['"material weakness" cobalt', []],
    ['"number 149"', ['25-000001 item_1']],
    ['unheard', []],
  ])('takes %s as web search does', async (q, sections) => {
    expect((await found({ q })).toSorted()).toEqual(sections.toSorted());
  });

  it('ranks by how prominent the words are, and by the title', async () => {
    const twiceThenOnce = ['24-000001 item_1a', '25-000001 item_1a'];
    expect(await found({ q: 'copper', section_key: 'item_1a' })).toEqual(twiceThenOnce);
    expect(await found({ q: 'risk' })).toHaveLength(3);
    expect((await found({ q: 'business or cobalt' }))[0]).toBe('25-000001 item_1');
  });

  it('filters by registry, market, form, section and dates', async () => {
    expect(await found({ q: 'tariffs', form_types: '10-Q' })).toEqual(['24-000004 part_ii.item_1a']);
    expect(await found({ q: 'tariffs', form_types: '10-q,8-K' })).toEqual(['24-000004 part_ii.item_1a']);
    expect(await found({ q: 'tariffs', section_key: 'item_7' })).toEqual(['25-000001 item_7']);
    expect(await found({ q: 'tariffs', filed_to: '2024-12-31' })).toEqual(['24-000004 part_ii.item_1a']);
    expect(await found({ q: 'tariffs', filed_from: '2025-02-21' })).toEqual([]);
    expect(await found({ q: 'tariffs', filed_from: '2024-05-02', filed_to: '2024-05-02' })).toHaveLength(1);
    expect(await found({ q: 'tariffs', registry: 'sec-edgar', market_id: 'us' })).toHaveLength(3);
    expect(await found({ q: 'tariffs', market_id: 'jp' })).toEqual([]);
    const other = await search({ q: 'tariffs', registry: 'cvm' });
    expect(other.json).toMatchObject({ items: [], registries_searched: [], empty_reason: 'not_covered' });
    expect((await search({ q: 'unheard' })).json).toMatchObject({ items: [], total: 0, empty_reason: 'not_reported' });
  });

  it.each([
    ['tariff', []],
    ['tariffs', ['24-000004 part_ii.item_1a', '25-000001 item_1a', '25-000001 item_7']],
    ['copper tariff or cobalt', ['24-000001 item_1a']],
    ['raise cost', []],
    ['raise costs', ['25-000001 item_1a']],
    ['copper -tariffs -casts', ['24-000001 item_1a']],
    ['copper -tariff', ['24-000001 item_1a', '25-000001 item_1', '25-000001 item_1a', '25-000001 item_7']],
    ['"the chain of custody"', ['24-000001 item_1a']],
    ['"a chain of custody"', []],
    ['"chain of custody"', ['24-000001 item_1a']],
    ['the copper -weighed -rods', ['24-000001 item_1a']],
    ['factor', []],
    ['risk -factor', ['24-000001 item_1a', '24-000004 part_ii.item_1a', '25-000001 item_1a']],
    ['"number 149"', ['25-000001 item_1']],
  ])('compares words unchanged if lang is simple: %s', async (q, sections) => {
    const { json } = await search({ q, lang: 'simple' });
    expect(json).toMatchObject({ lang: 'simple', registries_searched: ['sec-edgar'], total_is_exact: true });
    expect((await found({ q, lang: 'simple' })).toSorted()).toEqual(sections.toSorted());
  });

  it('marks words in a passage that contains them in the requested language', async () => {
    expect((await search({ q: 'tariff', lang: 'english' })).json).toMatchObject({ total: 3, lang: 'english' });
    const { json } = await search({ q: 'raise costs', lang: 'simple' });
    expect((json.items as Item[])[0]?.snippet).toContain('<mark>raise</mark> our <mark>costs</mark>');
    const { json: far } = await search({ q: 'smelter 149', lang: 'simple' });
    expect((far.items as Item[])[0]?.snippet).toContain('<mark>149</mark>');
  });

  it('rejects a query of which the index has no word', async () => {
    for (const q of ['the of', '"of the"', 'the -copper', 'the or copper']) {
      const { status, json } = await search({ q, lang: 'simple', registry: 'sec-edgar' });
      expect(status, q).toBe(422);
      expect((json.detail as { msg: string }[])[0]?.msg).toContain('too common to be indexed');
    }
  });

  it('reads the query in the language of each registry that has text', async () => {
    const issuer = await seedIssuer(database.db, { key: 'cnpj:1', name: 'Mineradora', marketId: 'br', listings: [] });
    await database.db.execute(sql`
      insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
        known_at, is_amendment, url, has_xbrl)
      values (${issuer}, 'cvm', 'br-1', gen_random_uuid(), 'DFP', 'annual_report', 'periodic', '2019-03-01',
        '2019-03-01T21:00:00Z', false, 'https://registry.example/br-1', false)`);
    const text = {
      status: 'found' as const,
      reason: null,
      sections: [seedSection({ sectionKey: 'dfp', text: 'Preços dos minérios subiram.' })],
    };
    const encoded = encodeFilingText(text, { issuerId: issuer, registry: 'cvm', nativeId: 'br-1' });
    await database.db.transaction(tx => replaceFilingText(tx, [encoded]));
    const { json } = await search({ q: 'minério' });
    expect(json).toMatchObject({ total: 1, lang: 'english,portuguese', registries_searched: ['cvm', 'sec-edgar'] });
    expect((json.items as Item[])[0]?.snippet).toBe('Preços dos <mark>minérios</mark> subiram.');
    expect((await search({ q: 'tariffs' })).json).toMatchObject({ total: 3 });
    expect((await search({ q: 'minério', lang: 'portuguese' })).json).toMatchObject({ total: 1, lang: 'portuguese' });
    const other = await search({ q: 'minérios subir', lang: 'english', registry: 'cvm' });
    expect(other.json).toMatchObject({ total: 0, lang: 'english', registries_searched: ['cvm'] });
    const english = await search({ q: 'minério subiram', lang: 'english' });
    expect(english.json).toMatchObject({ total: 1, lang: 'english', registries_searched: ['cvm', 'sec-edgar'] });
    expect((await search({ q: 'dos minérios', lang: 'simple' })).json).toMatchObject({ total: 1, lang: 'simple' });
    expect((await search({ q: 'tariffs', lang: 'portuguese' })).json).toMatchObject({ total: 3, lang: 'portuguese' });
    expect((await search({ q: 'minérios', market_id: 'BR' })).json).toMatchObject({ total: 1 });
    expect((await search({ q: 'minério', registry: 'sec-edgar' })).json).toMatchObject({ total: 0, lang: 'english' });
  });

  it('pages without repeats or gaps, and returns nothing past the end', async () => {
    const all = await found({ q: 'copper or tariffs or supply' });
    const paged = [];
    for (let offset = 0; offset < all.length; offset++) {
      paged.push(...(await found({ q: 'copper or tariffs or supply', limit: '1', offset: String(offset) })));
    }
    expect(paged).toEqual(all);
    const beyond = await search({ q: 'copper', offset: '1000000' });
    expect(beyond.json).toMatchObject({ items: [], total: 4 });
  });

  it('rejects a query without a word to find', async () => {
    for (const q of ['the of', '-risk', '!! ??', '""', '-"going concern"', 'copper or -risk', '&|!()<->:*']) {
      const { status, json } = await search({ q, registry: 'sec-edgar' });
      expect(status, q).toBe(422);
      expect(json.detail).toMatchObject([{ loc: ['query', 'q'], input: q }]);
      expect((json.detail as { msg: string }[])[0]?.msg).toContain('contains no word to search for');
    }
  });

  it('treats any input as words, never as SQL or index syntax', async () => {
    for (const q of [
      `copper'; drop table filings; --`,
      `copper & | ! ( ) <-> :*`,
      `"unclosed copper`,
      `copper\\`,
      `co'pper`,
      `copper %_ \t\n`,
      '😀 copper',
      `${'copper '.repeat(36)}`,
      `${'-x '.repeat(80)}copper`,
      `${'"a b" '.repeat(40)}copper`,
    ]) {
      const { status } = await search({ q });
      expect(status, q).toBe(200);
    }
  });

  it('reports every error of a request at once', async () => {
    const { status, json } = await search({
      q: 'x',
      limit: '51',
      offset: '-1',
      lang: 'klingon',
      filed_from: '2025-02-30',
      colour: 'red',
    });
    expect(status).toBe(422);
    const places = (json.detail as { loc: string[] }[]).map(fault => fault.loc.at(-1));
    expect(places.toSorted()).toEqual(['colour', 'filed_from', 'lang', 'limit', 'offset', 'q']);
    expect((await search({ q: 'a\u0000b' })).status).toBe(422);
    expect((await search({ q: 'x'.repeat(257) })).status).toBe(422);
    expect((await search({ q: 'copper', registry: 'atlantis' })).status).toBe(422);
    const turned = await search({ q: 'copper', filed_from: '2025-01-02', filed_to: '2025-01-01' });
    expect([turned.status, turned.json.detail]).toMatchObject([422, [{ loc: ['query', 'filed_to'] }]]);
  });

  it('escapes the markup of a filing', async () => {
    const issuer = await seedIssuer(database.db, { key: 'cik:900102', name: 'Hostile & Sons', listings: [] });
    await seedFilings(database.db, issuer, [{ nativeId: 'hostile-1', form: '10-K', filed: '2020-01-02' }]);
    const text = `<script>alert("zinc")</script> & 'zinc' <img src=x onerror=zinc> \ue000zinc\ue001 zinc\u0000zinc`;
    await seedFilingText(database.db, issuer, 'hostile-1', [seedSection({ sectionKey: 'item_1', text })]);
    const { json } = await search({ q: 'zinc' });
    const [hit] = json.items as Item[];
    expect(hit?.snippet).toContain('<mark>zinc</mark>');
    expect(hit?.snippet.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
  });

  it('counts a joint filing once, whichever filer was opened', async () => {
    for (const key of ['cik:900103', 'cik:900104']) {
      const issuer = await seedIssuer(database.db, { key, name: `Joint ${key}`, listings: [] });
      await seedFilings(database.db, issuer, [{ nativeId: 'joint-1', form: '8-K', filed: '2020-01-03' }]);
      await seedFilingText(database.db, issuer, 'joint-1', [
        seedSection({ sectionKey: 'item_8.01', text: 'Both companies mine palladium.' }),
      ]);
    }
    const { json } = await search({ q: 'palladium' });
    expect(json).toMatchObject({ total: 1, items: [{ canonical_key: 'cik:900103' }] });
  });

  it('searches very long sections completely', async () => {
    const issuer = await seedIssuer(database.db, { key: 'cik:900105', name: 'Long Corp', listings: [] });
    await seedFilings(database.db, issuer, [{ nativeId: 'long-1', form: '10-K', filed: '2020-01-04' }]);
    const filler = Array.from({ length: 90_000 }, (_, at) => `w${at}`).join(' ');
    const text = `Rhodium at the beginning.\n\n${filler}\n\nIridium at the end, with an osmium alloy.`;
    await seedFilingText(database.db, issuer, 'long-1', [seedSection({ sectionKey: 'item_1', text })]);
    expect(await found({ q: 'rhodium' })).toHaveLength(1);
    expect(await found({ q: '"osmium alloy"' })).toHaveLength(1);
    expect(await found({ q: '"with an osmium alloy" iridium', lang: 'simple' })).toHaveLength(1);
    expect(await found({ q: '"with the osmium alloy" or alloys', lang: 'simple' })).toHaveLength(0);
    const { json } = await search({ q: 'iridium' });
    const [hit] = json.items as Item[];
    expect(hit?.snippet).toContain('<mark>Iridium</mark> at the end');
    expect(text.slice(hit?.passage_start)).toContain('Iridium at the end');
    expect(hit?.passage_start).toBeGreaterThan(text.length - 10_000);
  });
});

describe('a word in more filings than the ranking limit', () => {
  beforeAll(async () => {
    const issuer = await seedIssuer(database.db, { key: 'cik:900110', name: 'Prolific Corp', listings: [] });
    const filings = Array.from({ length: 1_203 }, (_, at) => ({
      nativeId: `many-${String(at).padStart(4, '0')}`,
      form: '8-K',
      filed: new Date(Date.UTC(2015, 0, 1 + Math.floor(at / 2))).toISOString().slice(0, 10),
    }));
    await seedFilings(database.db, issuer, filings);
    const text = (id: string) => `We sell vanadium. ${id} is a vanadium redox.`;
    const sections = filings.map(({ nativeId: id }) => [
      id,
      [seedSection({ sectionKey: 'item_8.01', text: text(id) })],
    ]);
    await seedFilingTexts(database.db, issuer, Object.fromEntries(sections));
    await database.db.execute(sql`analyze section_search`);
  });

  it('ranks and reports the newest five hundred, and finds the older ones by date', async () => {
    const { json } = await search({ q: 'vanadium', limit: '50' });
    expect(json).toMatchObject({ total: 500, total_is_exact: false, searched_from: '2015-12-18' });
    expect((json.items as Item[])[0]?.filing_id).toBe('sec-edgar:many-1202');
    const older = await search({ q: 'vanadium', filed_to: '2015-04-11' });
    expect(older.json).toMatchObject({ total: 202, total_is_exact: true, searched_from: null });
    const last = await search({ q: 'vanadium', offset: '490', limit: '50' });
    expect(last.json.items).toHaveLength(10);
  });

  it('ranks fewer if a phrase must be verified', async () => {
    const { json } = await search({ q: '"vanadium redox"' });
    expect(json).toMatchObject({ total: 150, total_is_exact: false });
    const rare = await search({ q: '"sell redox"' });
    expect(rare.json).toMatchObject({ total: 0, total_is_exact: true });
    const single = await search({ q: '"many 0007" vanadium' });
    expect(single.json.total).toBeLessThanOrEqual(1);
  });

  it('ranks even fewer if the text must be read again', async () => {
    const { json } = await search({ q: 'sell vanadium', lang: 'simple' });
    expect(json).toMatchObject({ total: 100, total_is_exact: false, searched_from: '2016-07-05' });
    // "sells" is found by its stem only: four hundred candidates are read, and none is it.
    const { json: none } = await search({ q: 'sells', lang: 'simple' });
    expect(none).toMatchObject({ total: 0, total_is_exact: false, empty_reason: 'not_reported' });
    expect(none.searched_from).not.toBeNull();
  });

  it('returns every hit once for any page size', async () => {
    const ids = new Set<string>();
    for (let offset = 0; offset < 500; offset += 50) {
      const { json } = await search({ q: 'vanadium', limit: '50', offset: String(offset) });
      for (const item of json.items as Item[]) ids.add(item.filing_id);
    }
    expect(ids.size).toBe(500);
  });
});

describe('text that is read in another language than its index', () => {
  const words = [
    'the',
    'copper',
    'coppers',
    'mining',
    'mined',
    'mines',
    'of',
    'state-of-the-art',
    'companies',
    'company',
  ];
  const texts = Array.from({ length: 300 }, (_, at) =>
    Array.from({ length: 6 }, (_unused, place) => words[(at * 7 + place * place * (at % 13) + place) % words.length]),
  ).map(some => some.join(' '));

  it.each([
    'copper',
    'mines -the',
    '"the copper"',
    '"copper of" or mined',
    'company -"mining the"',
    'state-of-the-art -coppers',
    '"mined mines" the',
    'the copper -company',
  ])('finds what PostgreSQL finds in the texts themselves: %s', async q => {
    const issuer = await seededIssuer();
    const rows = await database.db.query<{ native_id: string }>(sql`
      select native_id from filing_sections where issuer_id = ${issuer}
        and to_tsvector('simple', text) @@ websearch_to_tsquery('simple', ${q})`);
    expect(rows.length).toBeGreaterThan(0);
    const hits = [];
    for (let at = 0; at < texts.length; at += 60) {
      const [from, to] = [dayOfText(at), dayOfText(at + 59)];
      hits.push(...(await found({ q, lang: 'simple', filed_from: from, filed_to: to, limit: '50' })));
      hits.push(...(await found({ q, lang: 'simple', filed_from: from, filed_to: to, limit: '50', offset: '50' })));
    }
    expect(hits.map(hit => hit.split(' ')[0]).toSorted()).toEqual(rows.map(row => row.native_id).toSorted());
  });

  let issuerId: string | undefined;
  async function seededIssuer(): Promise<string> {
    if (issuerId !== undefined) return issuerId;
    issuerId = await seedIssuer(database.db, { key: 'cik:900120', name: 'Words Corp', listings: [] });
    const ids = texts.map((_, at) => `words-${String(at).padStart(3, '0')}`);
    await seedFilings(
      database.db,
      issuerId,
      ids.map((nativeId, at) => ({ nativeId, form: '8-K', filed: dayOfText(at) })),
    );
    const sections = ids.map((id, at) => [id, [seedSection({ sectionKey: 'item_8.01', text: texts[at] ?? '' })]]);
    await seedFilingTexts(database.db, issuerId, Object.fromEntries(sections));
    return issuerId;
  }

  function dayOfText(at: number): string {
    return new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10);
  }
});

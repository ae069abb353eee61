import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedSection } from '../../../../../test/seeds/sections.ts';
import { sql } from '../../../../db/database.ts';
import type { FilingSection, FilingText } from '../../filings/model/filing-contents.ts';
import { encodeFilingText, replaceFilingText, retagSections } from './filing-sections.ts';

const database = useTestDatabase();
let issuerId = '';
let made = 0;

beforeEach(async () => {
  const { db } = database;
  for (const table of ['filing_texts', 'filing_sections', 'section_search', 'section_passages', 'filings']) {
    await db.execute(CLEAR[table] ?? sql`select 1`);
  }
  issuerId = await seedIssuer(db, { key: `cik:${910_000 + made++}`, name: 'Store Test Corp' });
  await seedFilings(db, issuerId, [
    { nativeId: 'a', form: '10-K', filed: '2024-02-01' },
    { nativeId: 'b', form: '10-K/A', filed: '2024-03-01' },
  ]);
});

const CLEAR: Record<string, ReturnType<typeof sql>> = {
  filing_texts: sql`delete from filing_texts`,
  filing_sections: sql`delete from filing_sections`,
  section_search: sql`delete from section_search`,
  section_passages: sql`delete from section_passages`,
  filings: sql`delete from filings`,
};

function encode(nativeId: string, sections: FilingSection[], other: Partial<FilingText> = {}) {
  const text: FilingText = { status: 'found', reason: null, sections, ...other };
  return encodeFilingText(text, { issuerId, registry: 'sec-edgar', nativeId });
}

const store = (...texts: ReturnType<typeof encode>[]) => database.db.transaction(tx => replaceFilingText(tx, texts));

/** Everything that was stored, as text. */
async function everything(): Promise<string> {
  const rows = await Promise.all([
    database.db.query(sql`select registry, native_id, status, reason, digest from filing_texts order by native_id`),
    database.db.query(sql`select * from filing_sections order by native_id, section_key`),
    database.db.query(sql`select * from section_search order by native_id, section_key, part`),
    database.db.query(sql`select * from section_passages order by section_id, part, passage`),
  ]);
  return JSON.stringify(rows);
}

const risks = seedSection({ sectionKey: 'item_1a', title: 'Risk Factors', text: 'Zinc prices fell. Zinc is cheap.' });
const business = seedSection({ sectionKey: 'item_1', title: 'Business', order: 1, text: 'We smelt zinc.' });

describe('replaceFilingText', () => {
  it('stores every field of a section', async () => {
    const section = seedSection({
      sectionKey: 'item_2.02',
      title: 'Results "quoted" \\ and\ttabbed',
      order: 3,
      status: 'by_reference',
      confidence: 0.123456789,
      warnings: ['too {short}', 'a "quote", a comma'],
      target: { kind: 'exhibit', locator: 'EX-99.1', filingId: null },
      sharedWith: ['item_7.01'],
      isFurnished: true,
      document: 'a b.htm',
      resolvedFrom: 'ex99.htm',
      start: 10,
      end: 20,
      text: 'One\nTwo\tThree \\n 😀',
      markdown: '# One',
      html: '<p>One</p>',
    });
    expect(await store(encode('a', [section]))).toBe(1);
    const [row] = await database.db.query(sql`select * from filing_sections`);
    expect(row).toMatchObject({
      registry: 'sec-edgar',
      native_id: 'a',
      section_key: 'item_2.02',
      title: section.title,
      section_order: 3,
      status: 'by_reference',
      confidence: 0.123456789,
      warnings: section.warnings,
      target: section.target,
      shared_with: ['item_7.01'],
      is_furnished: true,
      document: 'a b.htm',
      resolved_from: 'ex99.htm',
      start_offset: 10,
      end_offset: 20,
      text_chars: section.text.length,
      text: section.text,
      markdown: '# One',
      html: '<p>One</p>',
    });
  });

  it('writes nothing if the text is unchanged', async () => {
    expect(await store(encode('a', [business, risks]), encode('b', [risks]))).toBe(2);
    const before = await everything();
    expect(await store(encode('a', [business, risks]), encode('b', [risks]))).toBe(0);
    expect(await everything()).toBe(before);
  });

  it('has another digest if the language of the index differs, so that a new language reaches stored text', () => {
    const text: FilingText = {
      status: 'found',
      reason: null,
      sections: [seedSection({ sectionKey: 'notes', text: 'Copper 7' })],
    };
    const digestAt = (registry: string) => encodeFilingText(text, { issuerId, registry, nativeId: 'a' }).digest;
    expect(digestAt('cvm')).not.toBe(digestAt('sec-edgar'));
    expect(digestAt('companies-house')).toBe(digestAt('sec-edgar'));
  });

  it('removes what it replaces and touches no other filing', async () => {
    await store(encode('b', [risks]));
    const onlyB = await everything();
    await store(encode('a', [business, risks]));
    await store(encode('a', [business], { status: 'partial', reason: 'half of it' }));
    const rows = await database.db.query(sql`select section_key from section_search where native_id = 'a'`);
    expect(rows).toEqual([{ section_key: 'item_1' }]);
    await store(encode('a', [], { status: 'sections_not_found', reason: 'none' }));
    await database.db.execute(sql`delete from filing_texts where native_id = 'a'`);
    expect(await everything()).toBe(onlyB);
  });

  it('gives the same result whatever was stored before', async () => {
    await store(encode('a', [risks]));
    await store(encode('a', [business, risks]));
    const replaced = await everything();
    await store(encode('a', [], { status: 'sections_not_found' }));
    await store(encode('a', [business, risks]));
    expect(await everything()).toBe(replaced);
  });

  it('rolls back with its transaction', async () => {
    const before = await everything();
    const failing = database.db.transaction(async tx => {
      await replaceFilingText(tx, [encode('a', [risks])]);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await everything()).toBe(before);
  });

  it('indexes every word and weights those that are frequent or in the title', async () => {
    await store(encode('a', [risks]));
    const [row] = await database.db.query<{ tags: string[]; salience: string; lexemes: string; filed_day: number }>(
      sql`select tags, salience::text, lexemes::text, filed_day from section_search`,
    );
    expect(row?.lexemes).toBe("'cheap' 'factor' 'fell' 'price' 'risk' 'zinc'");
    expect(row?.salience).toBe("'cheap':3B 'factor':2A 'fell':3B 'price':3B 'risk':1A 'zinc':3B");
    expect(row?.tags).toEqual('r:sec-edgar m:us f:10-K k:item_1a d3:2469 d5:617 d7:154 d9:38 d11:9'.split(' '));
    // 2024-02-01
    expect(row?.filed_day).toBe(19_754);
  });

  it('accepts NUL, lone surrogates and words of any length', async () => {
    const text = `zinc\u0000zinc \ud800 ${'x'.repeat(5_000)} it''s back\\slash '':*A`;
    await store(encode('a', [seedSection({ sectionKey: 'item_1', title: 'N\u0000L', text })]));
    const [row] = await database.db.query<{ text: string; title: string }>(
      sql`select text, title from filing_sections`,
    );
    expect([row?.title, row?.text.startsWith('zinc\ufffdzinc')]).toEqual(['N\ufffdL', true]);
  });

  it('stores a section of several megabytes', async () => {
    const text = Array.from({ length: 200_000 }, (_, at) => `n${at % 150_000}`).join(' ');
    await store(encode('a', [seedSection({ sectionKey: 'item_8', text })]));
    const [row] = await database.db.query<{ parts: number }>(
      sql`select count(*)::integer as parts from section_search`,
    );
    expect(row?.parts).toBeGreaterThanOrEqual(Math.ceil(text.length / 250_000));
  });

  it('rejects two sections with the same key, and text of a filing that is not stored', async () => {
    expect(() => encode('a', [risks, risks])).toThrow('Filing a has two sections with the same key.');
    await expect(store(encode('unknown', [risks]))).rejects.toThrow('filings that are not stored');
  });
});

describe('retagSections', () => {
  const retag = (...ids: string[]) => database.db.transaction(tx => retagSections(tx, ids));
  const tagged = () =>
    database.db.query<{ row: string }>(sql`select xmin::text || tags::text as row from section_search order by 1`);

  it('updates corrected forms, dates and markets, and touches no other row', async () => {
    await store(encode('a', [business, risks]), encode('b', [risks]));
    const before = await tagged();
    expect(await retag(issuerId)).toBe(0);
    expect(await retag()).toBe(0);
    expect(await tagged()).toEqual(before);

    await database.db.execute(
      sql`update filings set form_type = '10-kt', filing_date = '2024-02-29' where native_id = 'a'`,
    );
    expect(await retag('1')).toBe(0);
    expect(await retag(issuerId)).toBe(2);
    const rows = await database.db.query(
      sql`select native_id, filed_day, tags[3] as form, tags[5] as days from section_search order by native_id, section_key`,
    );
    // 2024-02-29 and 2024-03-01
    expect(rows).toEqual([
      { native_id: 'a', filed_day: 19_782, form: 'f:10-KT', days: 'd3:2472' },
      { native_id: 'a', filed_day: 19_782, form: 'f:10-KT', days: 'd3:2472' },
      { native_id: 'b', filed_day: 19_783, form: 'f:10-K/A', days: 'd3:2472' },
    ]);

    await database.db.execute(sql`update issuers set market_id = 'demo' where issuer_id = ${issuerId}`);
    expect(await retag(issuerId)).toBe(3);
    const [row] = await database.db.query(sql`select tags[2] as market from section_search`);
    expect(row).toEqual({ market: 'm:demo' });
  });

  it('gives the same result as storing the text again', async () => {
    await store(encode('a', [business, risks]));
    await database.db.execute(sql`update filings set form_type = '20-F', filing_date = '2099-12-31'`);
    await retag(issuerId);
    const retagged = await everything();
    await database.db.execute(sql`update filing_texts set digest = 'another'`);
    await store(encode('a', [business, risks]));
    expect(await everything()).toBe(retagged);
  });
});

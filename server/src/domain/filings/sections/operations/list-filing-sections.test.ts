import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { MERIDIAN, seedMeridian } from '../../../../../test/seeds/sections.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { listFilingSections } from './list-filing-sections.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedMeridian(database.db);
});

const ask = (id: string) => api.get(`/api/v1/filings/${encodeURIComponent(id)}/sections`);

describe('GET /api/v1/filings/{filing_id}/sections', () => {
  it('lists the sections in the order of the form with their status', async () => {
    const { status, json } = await ask(`sec-edgar:${MERIDIAN.annual2024}`);
    expect(status).toBe(200);
    expect(listFilingSections.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filing_id: `sec-edgar:${MERIDIAN.annual2024}`,
      canonical_key: 'cik:900101',
      ticker: 'MCW',
      market_id: 'us',
      form_type: '10-K',
      status: 'found',
      reason: null,
      data_as_of: '2025-02-20T21:00:00Z',
      empty_reason: null,
    });
    const sections = json.sections as Record<string, unknown>[];
    expect(sections.map(section => section.section_key)).toEqual(['item_1', 'item_1a', 'item_4', 'item_7', 'item_10']);
    expect(sections[1]).toEqual({
      section_key: 'item_1a',
      title: 'Risk Factors',
      order: 2,
      chars: 302,
      status: 'found',
      confidence: 0.95,
      warnings: [],
      document: 'main.htm',
      char_start: 0,
      char_end: 302,
      furnished: null,
    });
    expect(sections[2]).toMatchObject({ status: 'reserved_or_na', chars: 0 });
    expect(sections[3]).toMatchObject({ status: 'shared', shared_with: ['item_7a'] });
    expect(sections[4]).toMatchObject({
      status: 'by_reference',
      target: { kind: 'proxy', locator: 'definitive proxy statement', filing_id: null },
    });
  });

  it('returns which items of an 8-K are furnished', async () => {
    const { json } = await ask(`sec-edgar:${MERIDIAN.current}`);
    expect(json.sections).toMatchObject([{ section_key: 'item_2.02', furnished: true }]);
  });

  it('returns the same for the UUID of the filing', async () => {
    const id = `sec-edgar:${MERIDIAN.annual2024}`;
    expect((await ask(uuidV5(id))).text).toBe((await ask(id)).text);
  });

  it('returns which sections are missing from a partial filing', async () => {
    const { json } = await ask(`sec-edgar:${MERIDIAN.annual2023}`);
    expect(json).toMatchObject({ status: 'partial', reason: 'items 1, 7 and 8 were not found', empty_reason: null });
  });

  it('distinguishes a filing that was not opened from one without sections', async () => {
    const unopened = await ask(`sec-edgar:${MERIDIAN.unopened}`);
    expect(unopened.status).toBe(200);
    expect(unopened.json).toMatchObject({
      status: 'sections_not_found',
      reason: 'The documents of this filing have not been opened yet.',
      sections: [],
      empty_reason: 'not_covered',
    });
    const bare = await ask(`sec-edgar:${MERIDIAN.bare}`);
    expect(bare.status).toBe(200);
    expect(bare.json).toMatchObject({
      status: 'sections_not_found',
      reason: 'the primary document is a picture',
      sections: [],
      empty_reason: 'not_reported',
    });
  });

  it('does not promise documents of a registry that publishes only tables', async () => {
    await database.db.execute(sql`
      insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
        known_at, is_amendment, url, has_xbrl)
      select issuer_id, 'cvm', 'br-1', gen_random_uuid(), 'DFP', 'annual_report', 'periodic', '2019-03-01',
        '2019-03-01T21:00:00Z', false, 'https://registry.example/br-1', false
      from issuers limit 1`);
    const { status, json } = await ask('cvm:br-1');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'sections_not_found',
      reason: 'The registry publishes tables of its filings; their documents are not read.',
      empty_reason: 'not_covered',
    });
  });

  it('sections are shown as available in lists of filings', async () => {
    const { json } = await api.get('/api/v1/tickers/MCW/filings');
    const filings = json.filings as { filing_id: string; available: string[] }[];
    const withSections = filings
      .filter(filing => filing.available.includes('sections'))
      .map(filing => filing.filing_id.slice(10));
    expect(withSections).toEqual([MERIDIAN.annual2024, MERIDIAN.current, MERIDIAN.quarter, MERIDIAN.annual2023]);
  });

  it('returns 404 for an unknown filing and an invalid filing id', async () => {
    for (const id of ['sec-edgar:0000000000-00-000000', 'nonsense', ':', uuidV5('x')]) {
      expect([(await ask(id)).status, (await ask(id)).json.error]).toEqual([404, 'not_found']);
    }
  });
});

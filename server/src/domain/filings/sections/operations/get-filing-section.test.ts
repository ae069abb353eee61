import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { MERIDIAN, seedFilingText, seedMeridian, seedSection } from '../../../../../test/seeds/sections.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { getFilingSection } from './get-filing-section.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let issuer: string;

beforeAll(async () => {
  issuer = await seedMeridian(database.db);
});

const ask = (key: string, query = '', filing: string = MERIDIAN.annual2024) =>
  api.get(`/api/v1/filings/sec-edgar:${filing}/sections/${encodeURIComponent(key)}${query}`);

describe('GET /api/v1/filings/{filing_id}/sections/{section_key}', () => {
  it('returns an excerpt of two thousand characters, cut at the end of a word', async () => {
    const { status, json, headers } = await ask('item_1');
    expect(status).toBe(200);
    expect(getFilingSection.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      section_key: 'item_1',
      content_format: 'excerpt',
      part: 1,
      parts: 1,
      status: 'found',
    });
    const content = json.content as string;
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content.length).toBeGreaterThan(1_980);
    expect(content.startsWith('We make copper wire. Paragraph 0 describes smelter number 0.')).toBe(true);
    expect(content).toMatch(/\b(It|melts|ore|and|casts|rods\.?|Paragraph|\d+|describes|smelter|number)\.?$/);
    expect(headers['x-credits-cost']).toBe('2');
  });

  it('returns parts that concatenate to the whole, in every format', async () => {
    for (const form of ['text', 'markdown', 'html']) {
      const first = await ask('item_1', `?content_format=${form}`);
      const parts = first.json.parts as number;
      expect(parts).toBeGreaterThan(1);
      const contents: string[] = [];
      for (let part = 1; part <= parts; part++) {
        const { json } = await ask('item_1', `?content_format=${form}&part=${part}`);
        expect(json).toMatchObject({ part, parts });
        contents.push(json.content as string);
      }
      const whole = contents.join('');
      expect(contents.every(content => content.length <= 20_000)).toBe(true);
      if (form === 'text') expect(whole.length).toBe(first.json.chars);
      expect(whole).toContain('Paragraph 149 describes smelter number 149.');
      const [opening = ''] = contents;
      expect(opening.endsWith(form === 'html' ? '</p>' : '\n\n')).toBe(true);
    }
  });

  it('rejects a missing part and invalid formats', async () => {
    for (const query of ['?part=2', '?content_format=text&part=99', '?part=0', '?part=x', '?content_format=pdf']) {
      const { status, json } = await ask('item_1', query);
      expect(status, query).toBe(422);
      expect((json.detail as { loc: string[] }[])[0]?.loc[0]).toBe('query');
    }
    const { json } = await ask('item_1a', '?content_format=text&part=2');
    expect(json).toMatchObject({
      error: 'validation_error',
      detail: [{ loc: ['query', 'part'], msg: 'item_1a has one part in this format.', input: 2 }],
    });
  });

  it('keeps tables in markdown, and escapes in HTML', async () => {
    expect((await ask('item_7', '?content_format=markdown')).json.content).toContain('| Revenue | 10 |');
    expect((await ask('item_1a', '?content_format=html')).json.content).toContain(
      'costs &amp; may lower margins by &lt;5%',
    );
  });

  it('returns where a reference led, or its target', async () => {
    expect((await ask('item_7')).json).toMatchObject({ resolved_from: 'ex13.htm', shared_with: ['item_7a'] });
    const { status, json } = await ask('item_10');
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('resolved_from');
    expect(json).toMatchObject({
      status: 'by_reference',
      target: { kind: 'proxy', locator: 'definitive proxy statement' },
      content: '',
      parts: 1,
      empty_reason: 'not_covered',
    });
    expect((await ask('item_4')).json).toMatchObject({ content: '', empty_reason: 'not_applicable' });
  });

  it('lists the available keys for an unknown key, and ignores case', async () => {
    const { status, json } = await ask('item_9');
    expect([status, json.error]).toEqual([404, 'not_found']);
    expect(json.message).toBe(
      'Section item_9 does not exist. This filing has item_1, item_1a, item_4, item_7, item_10.',
    );
    expect(json.section_keys).toEqual(['item_1', 'item_1a', 'item_4', 'item_7', 'item_10']);
    expect((await ask('ITEM_1A')).status).toBe(200);
  });

  it('returns why a filing has no sections', async () => {
    const bare = await ask('item_1', '', MERIDIAN.bare);
    expect(bare.json).toMatchObject({
      error: 'not_found',
      status: 'sections_not_found',
      message: 'Section item_1 does not exist: the primary document is a picture',
      section_keys: [],
    });
    expect((await ask('item_1', '', MERIDIAN.unopened)).json.message).toContain('have not been opened yet');
  });

  it('returns the same for the UUID, with an ETag that lasts until the text changes', async () => {
    const id = uuidV5(`sec-edgar:${MERIDIAN.quarter}`);
    const first = await api.get(`/api/v1/filings/${id}/sections/part_ii.item_1a`);
    expect(first.json.content).toBe('No material changes in tariffs.');
    const tag = String(first.headers.etag);
    const again = await api.get(`/api/v1/filings/${id}/sections/part_ii.item_1a`, { 'if-none-match': tag });
    expect(again.status).toBe(304);
    await seedFilingText(database.db, issuer, MERIDIAN.quarter, [
      seedSection({ sectionKey: 'part_ii.item_1a', text: 'Tariffs changed after all.' }),
    ]);
    const changed = await api.get(`/api/v1/filings/${id}/sections/part_ii.item_1a`, { 'if-none-match': tag });
    expect([changed.status, changed.json.content]).toEqual([200, 'Tariffs changed after all.']);
  });

  it('rejects invalid keys', async () => {
    expect((await ask('x'.repeat(200))).status).toBe(422);
    expect((await ask('a\u0000b')).status).toBe(422);
    expect((await ask("'; drop table filings; --")).status).toBe(404);
  });
});

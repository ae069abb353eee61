import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { MERIDIAN, seedMeridian } from '../../../../../test/seeds/sections.ts';
import { MILLS_TABLES, seedTables } from '../../../../../test/seeds/tables.ts';
import { sql } from '../../../../db/database.ts';
import { getFilingTable } from './get-filing-table.ts';
import { listFilingTables } from './list-filing-tables.ts';

const database = useTestDatabase();
const api = useTestApi(database);
const ID = `sec-edgar:${MERIDIAN.annual2024}`;
let issuerId = '';

const seed = (html: string) =>
  seedTables(
    database.db,
    { issuerId, registry: 'sec-edgar', nativeId: MERIDIAN.annual2024 },
    { html, sectionEnd: html.indexOf('</table>') },
  );

beforeAll(async () => {
  await seedMeridian(database.db);
  const row = await database.db.queryOne<{ issuer_id: string }>(sql`
    select issuer_id from filings where native_id = ${MERIDIAN.annual2024}`);
  issuerId = row?.issuer_id ?? '';
  await seed(MILLS_TABLES);
});

const ask = (path: string) => api.get(`/api/v1/filings/${encodeURIComponent(ID)}/tables${path}`);

describe('GET /api/v1/filings/{filing_id}/tables', () => {
  it('lists the tables with their units, periods and section', async () => {
    const { status, json } = await ask('');
    expect(status).toBe(200);
    expect(listFilingTables.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({ filing_id: ID, empty_reason: null });
    expect(json.tables).toMatchObject([
      {
        number: 1,
        title: 'Statement of income',
        section_key: 'item_8',
        document: 'main.htm',
        currency: 'USD',
        scale: 1000,
        scale_source: 'stated',
        rows: 4,
        columns: 2,
        periods: [
          { period_end: '2024-12-31', months: 12, instant: false },
          { period_end: '2023-12-31', months: 12, instant: false },
        ],
      },
      { number: 2, section_key: null, rows: 2, columns: 4 },
    ]);
  });

  it('tells filings whose tables were not read from those without tables', async () => {
    const other = await api.get(`/api/v1/filings/${encodeURIComponent(`sec-edgar:${MERIDIAN.current}`)}/tables`);
    expect(other.json).toMatchObject({ tables: [], empty_reason: 'not_covered' });
  });
});

describe('GET /api/v1/filings/{filing_id}/tables/{number}', () => {
  it('returns columns with headings and periods, and rows with parents, values and places', async () => {
    const { status, json } = await ask('/1');
    expect(status).toBe(200);
    expect(getFilingTable.output.safeParse(json).error).toBeUndefined();
    expect(json.columns).toMatchObject([
      { column: 0, headings: ['Year ended December 31, 2024'], period: { period_end: '2024-12-31', months: 12 } },
      { column: 1, headings: ['Year ended December 31, 2023'] },
    ]);
    const rows = json.rows as { label: string; cells: { value: number; char_start: number; char_end: number }[] }[];
    expect(rows).toMatchObject([
      {
        row: 0,
        label: 'Revenue',
        cells: [{ value: 1_234_000, unit: 'USD', scale: 1000, text: '$1,234' }, { value: 1_100_000 }],
      },
      { row: 1, label: 'Costs:', heading: true, cells: [] },
      {
        row: 2,
        label: 'Wheat',
        parents: [1],
        footnotes: ['1'],
        cells: [{ value: -800_000 }, { kind: 'nil', value: null }],
      },
      { row: 3, cells: [{ value: 0.2, unit: 'USD/shares', scale: 1 }, { value: 0.19 }] },
    ]);
    const cell = rows[0]?.cells[0];
    expect(MILLS_TABLES.slice(cell?.char_start, cell?.char_end)).toContain('1,234');
    expect(json.notes).toEqual(['(1) Includes rye, which the mill buys from the same farmers.']);
  });

  it('returns CSV with values in whole units, and a line for headings that change', async () => {
    expect((await ask('/1?format=csv')).json.content).toBe(
      [
        ',"Year ended December 31, 2024","Year ended December 31, 2023"',
        'Revenue,1234000,1100000',
        'Costs:,,',
        'Wheat,-800000,-',
        'Net income per share,0.2,0.19',
      ].join('\r\n'),
    );
    expect((await ask('/2?format=csv')).json.content).toBe(
      [',2024,2023', 'Margin | net,0.125,0.11', ',Q1 2025,Q2 2025', '"Sacks, ""large""",12,14'].join('\r\n'),
    );
  });

  it('keeps labels that look like formulas text', async () => {
    await seed(MILLS_TABLES.replace('Sacks, "large"', '=SUM(A1)').replace('>12<', '>-12<'));
    expect((await ask('/2?format=csv')).json.content).toContain("\r\n'=SUM(A1),-12,14");
    await seed(MILLS_TABLES);
  });

  it('returns Markdown with figures as printed and escaped text', async () => {
    const { json } = await ask('/1?format=markdown');
    expect(json.content).toContain(
      '|  | **Year ended December 31, 2024** | **Year ended December 31, 2023** |\n| --- | ---: | ---: |\n| Revenue | $1,234 | $1,100 |',
    );
    expect(json.content).toContain('| &nbsp;&nbsp;Wheat | (800) | — |');
    expect(json.columns).toBeUndefined();
    expect((await ask('/2?format=markdown')).json.content).toContain('| Margin \\| net | 12.5% | 11% |');
  });

  it('returns 404 for a table that does not exist, and says how many there are', async () => {
    const { status, json } = await ask('/3');
    expect(status).toBe(404);
    expect(JSON.stringify(json)).toContain('This filing has 2 tables.');
  });

  it('writes nothing if a filing is read again with the same result, and replaces tables that changed', async () => {
    expect(await seed(MILLS_TABLES)).toBe(0);
    expect(await seed(MILLS_TABLES.replace('1,234', '1,235'))).toBe(1);
    const { json } = await ask('/1');
    expect(json.rows).toMatchObject([{ cells: [{ value: 1_235_000 }, {}] }, {}, {}, {}]);
    expect(await seed(MILLS_TABLES)).toBe(1);
  });
});

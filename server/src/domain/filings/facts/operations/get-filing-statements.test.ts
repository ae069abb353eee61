import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { auroraReport, seedAuroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { getFilingStatements } from './get-filing-statements.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let aurora: string;

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
  await seedAuroraReport(database.db, aurora);
});

const ask = (nativeId: string, query = '') => api.get(`/api/v1/filings/sec-edgar:${nativeId}/statements${query}`);

describe('GET /api/v1/filings/{filing_id}/statements', () => {
  it('returns rows in the filer’s order and words, with a cell per column', async () => {
    const { status, json, text } = await ask(AURORA.annual2023);
    expect(status).toBe(200);
    expect(getFilingStatements.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filing_id: `sec-edgar:${AURORA.annual2023}`,
      form_type: '10-K',
      ticker: 'AURW',
      data_as_of: '2024-02-19T21:00:00Z',
      empty_reason: null,
    });
    const [income, balance] = json.statements as { columns: unknown; rows: unknown[] }[];
    expect(income).toMatchObject({
      statement_type: 'income',
      role: 'http://aurora.example/role/INCOME',
      title: 'CONSOLIDATED STATEMENTS OF INCOME',
      columns: [
        { label: 'Dec. 31, 2023', period_start: '2023-01-01', period_end: '2023-12-31', dimensions: {} },
        { label: 'Dec. 31, 2022', period_start: '2022-01-01', period_end: '2022-12-31', dimensions: {} },
      ],
    });
    expect(income?.rows.slice(0, 2)).toEqual([
      {
        concept: 'us-gaap:IncomeStatementAbstract',
        label: 'Income Statement',
        level: 0,
        is_abstract: true,
        is_total: false,
        is_negated: false,
        dimensions: {},
        cells: [null, null],
      },
      {
        concept: 'us-gaap:Revenues',
        label: 'Net sales',
        level: 1,
        is_abstract: false,
        is_total: true,
        is_negated: false,
        dimensions: {},
        cells: [
          { value: 1_250_000_000, unit: 'USD', decimals: -3, document: 'aurw-20231231.htm', element_id: 'f-revenue' },
          {
            value: 1_000_000_000,
            unit: 'USD',
            decimals: -3,
            document: 'aurw-20231231.htm',
            element_id: 'f-revenue-2022',
          },
        ],
      },
    ]);
    expect(income?.rows.slice(2)).toMatchObject([
      {
        label: 'Gears',
        dimensions: { 'srt:ProductOrServiceAxis': 'aurw:GearsMember' },
        cells: [{ element_id: 'f-gears' }, null],
      },
      { label: 'Impairment', is_negated: true, cells: [{ value: null, element_id: 'f-nil' }, null] },
    ]);
    expect(balance?.columns).toEqual([
      { label: 'Dec. 31, 2023', period_start: null, period_end: '2023-12-31', dimensions: {} },
    ]);
    expect(text).toContain('"value":12345678901234567.89,');
  });

  it('filters by statement type', async () => {
    const { json } = await ask(AURORA.annual2023, '?statement_type=balance');
    expect((json.statements as { title: string }[]).map(statement => statement.title)).toEqual([
      'CONSOLIDATED BALANCE SHEETS',
    ]);
    const none = await ask(AURORA.annual2023, '?statement_type=cashflow');
    expect(none.json).toMatchObject({ statements: [], empty_reason: 'not_reported' });
    expect((await ask(AURORA.annual2023, '?statement_type=cash')).status).toBe(422);
  });

  it('returns the reason for missing statements until the filing is opened', async () => {
    const closed = await ask(AURORA.annual2022);
    expect(closed.json).toMatchObject({ statements: [], empty_reason: 'not_covered' });
    await seedReport(database.db, aurora, AURORA.annual2022, null);
    expect((await ask(AURORA.annual2022)).json).toMatchObject({ statements: [], empty_reason: 'not_reported' });
    const { facts } = auroraReport();
    const statementsReason = 'It came without linkbases.';
    await seedReport(database.db, aurora, AURORA.annual2022, { facts, statements: [], statementsReason });
    expect((await ask(AURORA.annual2022)).json).toMatchObject({
      statements: [],
      empty_reason: 'not_reported',
      reason: statementsReason,
    });
    await seedReport(database.db, aurora, AURORA.annual2022, auroraReport());
    expect((await ask(AURORA.annual2022)).json.statements).toHaveLength(2);
  });

  it('returns 404 for an unknown filing', async () => {
    expect((await ask('0000000000-00-000000')).status).toBe(404);
  });
});

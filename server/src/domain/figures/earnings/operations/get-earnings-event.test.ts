import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedFilings, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { seedEarningsRelease, seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import type { EarningsRelease } from '../model/earnings-release.ts';
import { getEarningsEvent } from './get-earnings-event.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let aurora: string;

const RESULTS = '0000900001-24-000002';
const LATE = '0000900001-24-000040';

const RELEASE: EarningsRelease = {
  exhibit: 'EX-99.1',
  title: 'Press release',
  url: 'https://registry.example/ex991.htm',
  fileId: '2',
  text: `Aurora Widgets reports results of 2023.\n\n${'Widgets sold well. '.repeat(200)}`,
  guidance: [
    {
      metric: 'revenue',
      fiscalYear: 2024,
      fiscalPeriod: 'fy',
      unit: 'USD',
      currency: 'USD',
      oldLow: 1_300_000_000,
      oldHigh: 1_400_000_000,
      newLow: 1_400_000_000,
      newHigh: 1_435_000_000,
      direction: 'raised',
      quote: 'now expects revenue of $1.4 to $1.435 billion',
      charStart: 100,
      charEnd: 145,
    },
    {
      metric: 'eps_diluted',
      fiscalYear: 2024,
      fiscalPeriod: 'fy',
      unit: 'USD/shares',
      currency: 'USD',
      oldLow: null,
      oldHigh: null,
      newLow: 0.0000001,
      newHigh: 2.1,
      direction: 'initiated',
      quote: 'q',
      charStart: 0,
      charEnd: 1,
    },
  ],
};

beforeAll(async () => {
  ({ aurora } = await seedSmallStore(database.db));
  await seedFilings(database.db, aurora, [
    { nativeId: RESULTS, form: '8-K', filed: '2024-02-15', periodEnd: '2024-02-15', hasXbrl: false },
    { nativeId: LATE, form: '8-K', filed: '2024-04-05', periodEnd: '2024-04-05', hasXbrl: false },
  ]);
  await database.db.execute(
    sql`update filings set item_codes = '{2.02,9.01}', category = 'earnings_release' where native_id in (${RESULTS}, ${LATE})`,
  );
  await database.db.execute(sql`update filings set category = 'material_event' where native_id = ${AURORA.current}`);
  await seedEarningsRelease(database.db, aurora, RESULTS, RELEASE);
});

const ask = (nativeId: string) => api.get(`/api/v1/filings/sec-edgar:${nativeId}/earnings-event`);

describe('GET /api/v1/filings/{filing_id}/earnings-event', () => {
  it('returns an excerpt of the exhibit, its file and the announced period', async () => {
    const { status, json } = await ask(RESULTS);
    expect(status).toBe(200);
    expect(getEarningsEvent.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      filing_id: `sec-edgar:${RESULTS}`,
      form_type: '8-K',
      ticker: 'AURW',
      item_code: '2.02',
      fiscal_year: 2023,
      fiscal_period: 'fy',
      earnings_release: {
        title: 'Press release',
        exhibit: 'EX-99.1',
        url: 'https://registry.example/ex991.htm',
        document_id: uuidV5(`sec-edgar:${RESULTS}`),
        file_id: '2',
        content: RELEASE.text.slice(0, 2000),
        content_format: 'excerpt',
        chars: RELEASE.text.length,
      },
      data_as_of: '2024-02-15T21:00:00Z',
      empty_reason: null,
    });
  });

  it('returns guidance with the change of its midpoint and the quoted words', async () => {
    const { json, text } = await ask(RESULTS);
    expect(json.guidance).toMatchObject([
      {
        metric: 'revenue',
        old_low: 1_300_000_000,
        new_high: 1_435_000_000,
        change_pct: 5,
        direction: 'raised',
        evidence: [
          {
            filing_id: `sec-edgar:${RESULTS}`,
            quote: 'now expects revenue of $1.4 to $1.435 billion',
            char_start: 100,
            char_end: 145,
          },
        ],
      },
      { metric: 'eps_diluted', change_pct: null, old_low: null },
    ]);
    expect(text).toContain('"new_low":0.0000001,');
  });

  it('returns no period if the last periodic filing is too old', async () => {
    const { json } = await ask(LATE);
    expect(json).toMatchObject({ item_code: '2.02', fiscal_year: null, fiscal_period: null });
  });

  it('returns no release if the filing has no such item or exhibit or was not opened', async () => {
    const other = await ask(AURORA.annual2023);
    expect(getEarningsEvent.output.safeParse(other.json).error).toBeUndefined();
    expect(other.json).toMatchObject({
      item_code: null,
      fiscal_year: null,
      earnings_release: null,
      guidance: [],
      empty_reason: 'not_applicable',
    });
    expect((await ask(LATE)).json).toMatchObject({ earnings_release: null, empty_reason: 'not_covered' });
    await seedReport(database.db, aurora, LATE, null);
    expect((await ask(LATE)).json).toMatchObject({ earnings_release: null, empty_reason: 'not_reported' });
    expect((await ask('0000000000-00-000000')).status).toBe(404);
  });

  it('keeps hostile text and never splits a character at the cut', async () => {
    const text = `a\u0000b${'x'.repeat(1996)}😀${'😀'.repeat(3000)}`;
    await seedEarningsRelease(database.db, aurora, LATE, { ...RELEASE, text, title: null, guidance: [] });
    const { json } = await ask(LATE);
    expect(json.earnings_release).toMatchObject({
      title: null,
      content: `a\ufffdb${'x'.repeat(1996)}`,
      chars: text.length,
    });
    await seedEarningsRelease(database.db, aurora, LATE, null);
    expect((await ask(LATE)).json).toMatchObject({ earnings_release: null });
  });
});

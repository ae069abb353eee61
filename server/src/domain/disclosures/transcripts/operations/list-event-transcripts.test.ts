import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { fictionalTranscript } from '../../../../../test/fictional/calls.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedTranscripts } from '../../../../../test/seeds/transcripts.ts';
import { sql } from '../../../../db/database.ts';
import { checkTranscriptPeriods } from '../store.ts';
import { listEventTranscripts } from './list-event-transcripts.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let works: string;

beforeAll(async () => {
  works = await seedIssuer(database.db, {
    key: 'cik:900051',
    name: 'Fictional Works Inc',
    listings: [{ ticker: 'FICT' }],
  });
  await seedIssuer(database.db, { key: 'cik:900052', name: 'Other Mills Co', listings: [{ ticker: 'OTHR' }] });
});

const ask = (query = '', ticker = 'FICT', market = 'us') =>
  api.get(`/api/v1/companies/${market}/${ticker}/event-transcripts${query}`);
const idsOf = (json: Record<string, unknown>) =>
  (json.items as { transcript_id: string }[]).map(item => item.transcript_id);

describe('GET /api/v1/companies/{market}/{ticker}/event-transcripts', () => {
  it('returns not_covered for a company without calls', async () => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(json).toEqual({ items: [], total: 0, data_as_of: null, empty_reason: 'not_covered' });
  });

  it('lists the calls of the company latest first, undated calls last, one row per source', async () => {
    await seedTranscripts(database.db, [
      fictionalTranscript(),
      fictionalTranscript({ source: 'motley-fool', nativeId: 'same-call', title: 'The same call' }),
      fictionalTranscript({ nativeId: 'day-alone', eventAt: null, eventDate: '2025-07-30', fiscalPeriod: 'q2' }),
      fictionalTranscript({
        nativeId: 'undated',
        eventAt: null,
        eventDate: null,
        fiscalYear: 2024,
        fiscalPeriod: 'q1',
      }),
      fictionalTranscript({ nativeId: 'latest', eventAt: '2026-02-05T22:00:00Z', fiscalPeriod: 'q4' }),
    ]);
    const { json, headers } = await ask();
    expect(headers['x-credits-cost']).toBe('1');
    expect(listEventTranscripts.output.safeParse(json).error).toBeUndefined();
    expect(idsOf(json)).toEqual([
      'plain:latest',
      'motley-fool:same-call',
      'plain:fictional-works-2025q3',
      'plain:day-alone',
      'plain:undated',
    ]);
    expect(json).toMatchObject({ total: 5, data_as_of: expect.stringMatching(/Z$/), empty_reason: null });
    expect((json.items as object[])[2]).toEqual({
      canonical_key: 'cik:900051',
      company_name: 'Fictional Works Inc',
      ticker: 'FICT',
      market_id: 'us',
      transcript_id: 'plain:fictional-works-2025q3',
      call_type: 'earnings_call',
      title: 'Q3 2025 earnings call',
      fiscal_year: 2025,
      fiscal_period: 'q3',
      event_at: '2025-10-30T21:30:00Z',
      event_date: '2025-10-30',
      published_at: null,
      language: 'en',
      source: 'plain',
      url: null,
      excerpt: 'Welcome to the call. We had a good quarter.',
      chars: 42,
    });
  });

  it('pages without duplicates or gaps', async () => {
    const whole = idsOf((await ask()).json);
    const first = await ask('?limit=2');
    const last = await ask('?limit=2&offset=4');
    expect([first.json.total, last.json.total]).toEqual([5, 5]);
    expect([...idsOf(first.json), ...idsOf((await ask('?limit=2&offset=2')).json), ...idsOf(last.json)]).toEqual(whole);
    expect((await ask('?offset=50')).json).toMatchObject({ items: [], total: 5, empty_reason: null });
  });

  it('omits calls of other and of unknown companies', async () => {
    const of = (nativeId: string, name: string | null, ticker: string | null, marketId: string | null = 'us') =>
      fictionalTranscript({ nativeId, company: { name, ticker, marketId } });
    await seedTranscripts(database.db, [
      of('by-ticker', null, 'OTHR'),
      of('by-name', 'Other Mills', null, null),
      of('by-both', 'Other Mills Company', 'OTHR', null),
      of('another-name', 'Quite Different Corp', 'OTHR'),
      of('another-market', null, 'OTHR', 'uk'),
      of('no-market', null, 'OTHR', null),
      of('nobody', 'Nobody Knows Inc', 'NOBO'),
    ]);
    expect(idsOf((await ask('', 'othr')).json).sort()).toEqual(['plain:by-both', 'plain:by-name', 'plain:by-ticker']);
  });

  it("returns null for a fiscal period that contradicts the company's calendar", async () => {
    const shown = async () => {
      const { items } = (await ask()).json as { items: { transcript_id: string; fiscal_period: string | null }[] };
      return items.map(item => item.fiscal_period);
    };
    expect(await shown()).toEqual(['q4', 'q3', 'q3', 'q2', 'q1']);
    // A fiscal year that ends in June: the third quarter ends in March.
    await database.db.execute(sql`
      insert into kpi_periods (issuer_id, fiscal_period, fiscal_year, period_start, period_end, native_id, company_type,
        currency, accounting_standard, status, breaches, items)
      select ${works}::bigint, period, 2024, '2023-07-01', day::date, 'x', 'commercial', 'USD', 'us-gaap', 'published', '[]', '[]'
      from (values ('q1', '2023-09-30'), ('q2', '2023-12-31'), ('q3', '2024-03-31'), ('fy', '2024-06-30')) one (period, day)`);
    await seedTranscripts(database.db, [
      fictionalTranscript(),
      fictionalTranscript({ source: 'motley-fool', nativeId: 'same-call', title: 'The same call again' }),
      fictionalTranscript({ nativeId: 'day-alone', eventAt: null, eventDate: '2025-08-20', fiscalPeriod: 'q4' }),
      fictionalTranscript({
        nativeId: 'latest',
        eventAt: '2026-02-05T22:00:00Z',
        fiscalYear: 2026,
        fiscalPeriod: 'q2',
      }),
    ]);
    expect(await shown()).toEqual(['q2', 'q3', null, 'q4', 'q1']);
    // Storing financials checks all calls of their issuer again.
    await database.db.transaction(tx => checkTranscriptPeriods(tx, [works]));
    expect(await shown()).toEqual(['q2', null, null, 'q4', 'q1']);
  });

  it('rejects unknown parameters and invalid values', async () => {
    expect((await ask('', 'NONE')).status).toBe(404);
    expect((await ask('?limit=0')).status).toBe(422);
    expect((await ask('?source=plain')).status).toBe(422);
  });
});

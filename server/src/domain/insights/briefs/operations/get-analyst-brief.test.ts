import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedVerdict } from '../../../../../test/seeds/verdicts.ts';
import { getAnalystBrief } from './get-analyst-brief.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  const { db } = database;
  const [one, two] = [
    await seedIssuer(db, { key: 'cik:990001', name: 'Fictional One', listings: [{ ticker: 'FIC1', mic: 'XNAS' }] }),
    await seedIssuer(db, { key: 'cik:990002', name: 'Fictional Two', listings: [{ ticker: 'FIC2', mic: 'XNAS' }] }),
  ];
  await seedIssuer(db, { key: 'cik:990003', name: 'Fictional Three', listings: [{ ticker: 'FIC3', mic: 'XNAS' }] });
  await seedVerdict(db, one, { source: 'filing', stance: 'buy', score: 4, knownAt: '2025-02-20T21:00:00Z' });
  await seedVerdict(db, one, { source: 'call', stance: 'sell', score: -3, knownAt: '2024-11-01T21:00:00Z' });
  const model = { source: 'filing', stance: 'hold', score: 0, method: 'model:fable' } as const;
  await seedVerdict(db, two, { ...model, knownAt: '2025-06-01T21:00:00Z' });
});

describe('GET /api/v1/companies/{market}/{ticker}/analyst-brief', () => {
  it('returns both verdicts with all components, and the stance of the call', async () => {
    const { json, headers } = await api.get('/api/v1/companies/us/FIC1/analyst-brief');
    expect(getAnalystBrief.output.safeParse(json).error).toBeUndefined();
    expect(headers['x-credits-cost']).toBe('20');
    expect(json).toMatchObject({
      entity: { canonical_key: 'cik:990001' },
      ...{ stance: 'sell', analyst_source: 'call', data_quality: 'partial', other_verdicts: [] },
      call_verdict: { stance: 'sell', verdict_date: '2024-11-01', transcript_id: 'fictional:1', filing_id: null },
      filing_verdict: {
        ...{ stance: 'buy', stance_score: 4, method: 'rules', filing_id: 'sec-edgar:0000990001-25-000001' },
        components: [{ component: 'growth', score_points: 2, max_points: 2 }, { score_points: null }],
      },
      ...{ data_as_of: '2025-02-20T21:00:00Z', empty_reason: null },
    });
    const two = (await api.get('/api/v1/companies/us/FIC2/analyst-brief')).json;
    expect(two).toMatchObject({ call_verdict: null, other_verdicts: [{ method: 'model:fable', stance: 'hold' }] });
  });

  it('returns data_quality missing without verdicts', async () => {
    const { json } = await api.get('/api/v1/companies/us/FIC3/analyst-brief');
    expect(json).toMatchObject({
      ...{ stance: null, analyst_source: null, data_quality: 'missing', call_verdict: null, filing_verdict: null },
      ...{ data_as_of: null, empty_reason: 'not_covered' },
    });
    expect((await api.get('/api/v1/companies/us/NOBODY/analyst-brief')).status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { resolveFiling } from './resolve-filing.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  await seedSmallStore(database.db);
});

const resolve = (query: Record<string, string>) => api.get(`/api/v1/filings/resolve?${new URLSearchParams(query)}`);
const found = (json: Record<string, unknown>) => (json.filing as { filing_id: string }).filing_id;

describe('GET /api/v1/filings/resolve', () => {
  it('returns the newest matching filing with alternatives', async () => {
    const { status, json } = await resolve({ ticker: 'AURW' });
    expect(status).toBe(200);
    expect(resolveFiling.output.safeParse(json).error).toBeUndefined();
    expect(found(json)).toBe(`sec-edgar:${AURORA.current}`);
    expect(json.alternatives).toHaveLength(3);
    expect(json).toMatchObject({ entity: { ticker: 'AURW' }, data_as_of: '2024-03-01T21:00:00Z' });
  });

  it('accepts form type, date, and both spellings of a filing id', async () => {
    const id = `sec-edgar:${AURORA.annual2022}`;
    expect(found((await resolve({ ticker: 'AURW', form_type: '10-K' })).json)).toBe(`sec-edgar:${AURORA.annual2023}`);
    expect(found((await resolve({ ticker: 'AURW', filing_date: '2023-02-20' })).json)).toBe(id);
    expect(found((await resolve({ ticker: 'AURW', filing_id: id })).json)).toBe(id);
    expect(found((await resolve({ ticker: 'AURW', filing_id: uuidV5(id).toUpperCase() })).json)).toBe(id);
  });

  it('returns 404 if nothing matches: another company, another form, an invalid id', async () => {
    const id = `sec-edgar:${AURORA.annual2022}`;
    for (const query of [
      { ticker: 'BGT-B', filing_id: id },
      { ticker: 'AURW', form_type: '20-F' },
      { ticker: 'AURW', filing_id: 'nonsense' },
      { ticker: 'AURW', filing_id: ':' },
      { ticker: 'AURW', form_type: '8-K', filing_id: id },
      { ticker: 'NOPE' },
    ]) {
      const { status, json } = await resolve(query);
      expect([status, json.error]).toEqual([404, 'not_found']);
    }
  });

  it('requires a ticker, and a date that exists', async () => {
    const { status, json } = await resolve({ filing_date: '2023-02-30' });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([
      { loc: ['query', 'ticker'], type: 'missing' },
      { loc: ['query', 'filing_date'], input: '2023-02-30' },
    ]);
  });
});

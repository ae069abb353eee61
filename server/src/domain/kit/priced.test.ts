import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { OPERATIONS } from '../../transports/operations.ts';
import { priced } from './priced.ts';

const database = useTestDatabase();
let api: TestApi;

beforeAll(async () => {
  const prices = { getKpiTaxonomy: 7, listMarkets: 2, resolveFiling: 5 };
  api = await createTestApi(database.db, { operations: priced(OPERATIONS, prices) });
});
afterAll(() => api.server.close());

const callTool = (name: string) =>
  api.ask({
    method: 'POST',
    url: '/mcp',
    headers: { 'x-api-key': api.key, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
  });
const left = async () => Number((await api.get('/api/v1/kpi-taxonomy')).headers['x-credits-remaining']);

describe('an operation priced by the operator', () => {
  it('charges its price by REST and as a tool, and documents it', async () => {
    const taxonomy = await api.get('/api/v1/kpi-taxonomy');
    expect(taxonomy.headers['x-credits-cost']).toBe('7');
    expect((await api.get('/api/v1/markets')).headers['x-credits-cost']).toBe('2');
    const before = await left();
    expect((await callTool('list_markets')).text).toContain('structuredContent');
    expect(await left()).toBe(before - 2 - 7);
    const { paths } = (await api.get('/api/v1/openapi.json')).json as {
      paths: Record<string, { get: Record<string, unknown> }>;
    };
    expect(paths['/api/v1/kpi-taxonomy']?.get['x-credits']).toBe(7);
    expect(paths['/api/v1/filings/resolve']?.get).toMatchObject({ 'x-credits': 5, 'x-tool-credits': 5 });
    expect(paths['/api/v1/companies/financials']?.get['x-credits']).toBe(10);
  });

  it('must exist', () => {
    expect(() => priced(OPERATIONS, { getKpiTaxonomie: 1 })).toThrow('names unknown operations: getKpiTaxonomie');
  });
});

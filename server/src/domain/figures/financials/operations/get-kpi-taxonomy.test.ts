import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { LINE_ITEMS } from '../rules/line-items.ts';
import { getKpiTaxonomy } from './get-kpi-taxonomy.ts';

const database = useTestDatabase();
const api = useTestApi(database);

interface Item {
  code: string;
  statement_type: string;
  concepts: Record<string, string[]>;
}

describe('GET /api/v1/kpi-taxonomy', () => {
  it('lists every code in presentation order, in the shape that it declares', async () => {
    const { json } = await api.read(getKpiTaxonomy, '/api/v1/kpi-taxonomy');
    expect((json.items as Item[]).map(item => item.code)).toEqual(LINE_ITEMS.map(item => item.code));
    expect((json.items as Item[])[0]).toMatchObject({
      code: 'revenue',
      statement_type: 'income',
      unit_kind: 'currency',
    });
  });

  it('lists the measures of screens with their formulas', async () => {
    const { json } = await api.get('/api/v1/kpi-taxonomy');
    expect(json.measures).toContainEqual({
      code: 'net_debt_to_ebitda',
      label: 'Net debt to EBITDA',
      group: 'leverage',
      unit: 'times',
      formula: 'net_debt / ebitda',
      definition: 'Net debt over earnings before interest, tax, depreciation and amortisation.',
      source: null,
    });
    expect((await api.get('/api/v1/kpi-taxonomy?statement_type=ratio')).json.measures).toEqual([]);
  });

  it('narrows by statement, and by the standards of a market', async () => {
    const { json } = await api.get('/api/v1/kpi-taxonomy?statement_type=balance&market=uk');
    const items = json.items as Item[];
    expect(items.length).toBeGreaterThan(20);
    expect(items.every(item => item.statement_type === 'balance')).toBe(true);
    const standards = new Set(items.flatMap(item => Object.keys(item.concepts)));
    expect([...standards].sort()).toEqual(['UK FRS', 'ifrs-full']);
  });

  it('refuses an unknown statement with 422 and an unknown market with 404', async () => {
    expect((await api.get('/api/v1/kpi-taxonomy?statement_type=equity')).status).toBe(422);
    expect((await api.get('/api/v1/kpi-taxonomy?market=mars')).json.error).toBe('not_found');
  });
});

it('renders the response to a question once', async () => {
  const context = { db: database.db, account: null, now: new Date() };
  const ask = (market: string) => getKpiTaxonomy.run(context, { market });
  expect(await ask('jp')).toBe(await ask('jp'));
  expect(await ask('jp')).not.toBe(await ask('us'));
});

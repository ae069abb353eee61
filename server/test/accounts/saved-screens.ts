import { beforeAll } from 'vitest';
import { createKey } from '../../src/accounts/keys/api-keys.ts';
import { type ApiResponse, useTestApi } from '../api.ts';
import { useTestDatabase } from '../database.ts';
import { seedYears } from '../seeds/fiscal-years.ts';
import { seedIssuer } from '../seeds/issuers.ts';

/** The routes of saved screens over two fictional companies: Aurora with a gross margin of 40 %, Boreal of 20 %. */
export function useScreenApi() {
  const database = useTestDatabase();
  const api = useTestApi(database);
  const ids: Record<'aurora' | 'boreal', string> = { aurora: '', boreal: '' };
  let strangersKey = '';
  beforeAll(async () => {
    const { db } = database;
    const seed = (key: string, name: string, ticker: string) => seedIssuer(db, { key, name, listings: [{ ticker }] });
    ids.aurora = await seed('cik:900001', 'Aurora Widgets', 'AURW');
    ids.boreal = await seed('cik:900002', 'Boreal Gears', 'BORG');
    await seedYears(db, ids.aurora, [{ fiscalYear: 2024, of: { revenue: 500e6, gross_margin: 0.4 } }]);
    await seedYears(db, ids.boreal, [{ fiscalYear: 2024, of: { revenue: 900e6, gross_margin: 0.2 } }]);
    strangersKey = (await createKey(db, { email: 'stranger@example.org', plan: 'free', name: 'test' })).key;
  });
  return {
    get db() {
      return database.db;
    },
    api,
    ids,
    list: () => api.get('/api/user/screens'),
    create: (name: string, query: object) => api.send('POST', '/api/user/screens', { name, query }),
    /** Saves a screen; returns its id. */
    async save(name: string, query: object): Promise<string> {
      return (await api.send('POST', '/api/user/screens', { name, query })).json.id as string;
    },
    change: (id: string, changes: object) => api.send('PATCH', `/api/user/screens/${id}`, changes),
    /** Shares a screen; returns its share id. */
    async share(id: string): Promise<string> {
      return (await api.send('PATCH', `/api/user/screens/${id}`, { shared: true })).json.share_id as string;
    },
    /** A request of another account, of the plan free. */
    asStranger: (method: 'GET' | 'PATCH' | 'DELETE', url: string): Promise<ApiResponse> =>
      api.ask({ method, url, headers: { 'x-api-key': strangersKey }, ...(method === 'PATCH' && { payload: {} }) }),
  };
}

/** The companies of a response of a screen. */
export function companiesOf({ json }: ApiResponse): string[] {
  return (json.items as { entity: { company_name: string } }[]).map(({ entity }) => entity.company_name);
}

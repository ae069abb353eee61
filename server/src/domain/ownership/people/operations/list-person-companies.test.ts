import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { listPersonCompanies } from './list-person-companies.ts';

const database = useTestDatabase();
const now = new Date('2024-07-01T00:00:00Z');
const api = useTestApi(database, { now: () => now });

describe('GET /api/v1/people/{slug}/companies', () => {
  it('pages through mandates, current ones first', async () => {
    const works = await seedIssuer(database.db, { key: 'cik:990012', name: 'Fictional Works Inc' });
    const robin = { identifier: { scheme: 'cik', identifier: '9100009' } };
    await seedPeople(database.db, works, {
      'filing/b': [
        stated('Robin Roe', 'director', {
          ...robin,
          sinceDate: '2001-01-01',
          untilDate: '2003-01-01',
          asOf: '2003-01-01',
        }),
        stated('Robin Roe', 'director', { ...robin, sinceDate: '2020-01-01' }),
        stated('Robin Roe', 'officer', { ...robin, roleTitle: 'Treasurer' }),
      ],
    });
    const path = `/api/v1/people/robin-roe-${uuidV5('cik:9100009').slice(0, 8)}/companies`;
    const { json } = await api.get(path);
    expect(listPersonCompanies.output.safeParse(json).error).toBeUndefined();
    const roles = json.items as Record<string, unknown>[];
    expect(json.total).toBe(3);
    expect(
      roles.map(role => [role.relation, role.is_current, role.since_date, role.until_date, role.tenure_years]),
    ).toEqual([
      ['director', true, '2020-01-01', null, 4.4],
      ['officer', true, null, null, null],
      ['director', false, '2001-01-01', '2003-01-01', 1.9],
    ]);
    expect((await api.get(`${path}?relation=officer`)).json).toMatchObject({ total: 1 });
    expect((await api.get(`${path}?relation=significant_control`)).json).toMatchObject({
      items: [],
      empty_reason: 'not_reported',
    });
    expect(((await api.get(`${path}?limit=1&offset=2`)).json.items as object[])[0]).toMatchObject({
      is_current: false,
    });
    expect((await api.get(`${path}?relation=friend`)).status).toBe(422);
    expect((await api.get('/api/v1/people/robin-roe-00000000/companies')).status).toBe(404);
  });
});

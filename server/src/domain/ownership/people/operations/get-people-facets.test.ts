import { expect, it } from 'vitest';
import { createTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { getPeopleFacets } from './get-people-facets.ts';

const database = useTestDatabase();
const PATH = '/api/v1/people/facets';

it('counts people by kind, relation and market', async () => {
  const { db } = database;
  const api = await createTestApi(db, { now: () => new Date('2024-07-01T00:00:00Z') });
  expect((await api.get(PATH)).json).toMatchObject({ total: 0, by_kind: {}, empty_reason: 'not_covered' });
  const issuerId = await seedIssuer(db, { key: 'cik:990012', name: 'Fictional Works Inc' });
  await seedPeople(db, issuerId, {
    'filing/b': [
      stated('Robin Roe', 'director'),
      stated('Robin Roe', 'officer', { roleTitle: 'Treasurer' }),
      stated('Big Fund LP', 'major_shareholder', { kind: 'institution' }),
    ],
  });
  const { json } = await api.get(PATH);
  expect(getPeopleFacets.output.safeParse(json).error).toBeUndefined();
  expect(json).toMatchObject({
    total: 2,
    by_kind: { institution: 1, person: 1 },
    by_relation: { director: 1, major_shareholder: 1, officer: 1 },
    by_market: { us: 2 },
    data_as_of: '2024-05-01T00:00:00Z',
    empty_reason: null,
  });
  expect((await api.get(`${PATH}?q=1`)).status).toBe(422);
});

it('leaves out people of fictional companies once people of others are stored', async () => {
  const { db } = database;
  const before = await createTestApi(db, { now: () => new Date('2024-08-01T00:00:00Z') });
  const { total } = (await before.get(PATH)).json;
  const demo = await seedIssuer(db, { key: 'demo:facets', name: 'Demo Works', marketId: 'demo' });
  await seedPeople(db, demo, { 'filing/demo': [stated('Demo Person', 'officer', { asOf: '2024-06-30' })] });
  const after = await createTestApi(db, { now: () => new Date('2024-09-01T00:00:00Z') });
  const { json } = await after.get(PATH);
  expect(json).toMatchObject({ total, by_market: { us: total }, data_as_of: '2024-05-01T00:00:00Z' });
  expect(json.by_market).not.toHaveProperty('demo');
});

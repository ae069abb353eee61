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

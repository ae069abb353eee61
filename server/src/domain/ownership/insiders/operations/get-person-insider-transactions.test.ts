import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { FUND, JANE, sale, seedInsiders } from '../../../../../test/seeds/insiders.ts';
import { seedFilings, seedIssuer, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { personSlug } from '../../people/model/person.ts';
import { getPersonInsiderTransactions } from './get-person-insider-transactions.ts';

const database = useTestDatabase();
const SLUG = personSlug('Jane Q Doe', uuidV5(`cik:${JANE.cik}`));
const URL_OF = `/api/v1/people/${SLUG}/insider-transactions`;
const api = useTestApi(database);

beforeAll(async () => {
  const { aurora } = await seedSmallStore(database.db);
  const other = await seedIssuer(database.db, {
    key: 'cik:900020',
    name: 'Twin Works Inc',
    listings: [{ ticker: 'TWIN' }],
  });
  await seedInsiders(database.db, aurora, [
    { nativeId: 'p-1', form: '4', filed: '2024-05-03', owners: [JANE, FUND], rows: [sale()] },
    { nativeId: 'p-2', form: '4', filed: '2024-05-20', owners: [FUND], rows: [sale()] },
  ]);
  await seedInsiders(database.db, other, [
    { nativeId: 'p-3', form: '4', filed: '2024-05-10', owners: [JANE], rows: [sale({ shares: '3' })] },
  ]);
  await seedInsiders(database.db, other, [
    {
      nativeId: 'p-4',
      form: '3',
      filed: '2024-06-01',
      owners: [{ cik: 9_100_009, name: 'NEW PAT' }],
      rows: [],
      ownsNothing: true,
    },
  ]);
});

const shown = (json: Record<string, unknown>) =>
  (json.items as { entity: { ticker: string }; shares: number }[]).map(({ entity, shares }) => [entity.ticker, shares]);

describe('GET /api/v1/people/{slug}/insider-transactions', () => {
  it('lists the transactions of a person over all companies, newest filing first', async () => {
    const { status, json } = await api.get(URL_OF);
    expect(status).toBe(200);
    expect(getPersonInsiderTransactions.output.strict().parse(json)).toEqual(json);
    expect(json).toMatchObject({
      person: { slug: SLUG, name: 'Jane Q Doe', kind: 'person' },
      has_more: false,
      preview: null,
      data_as_of: '2024-05-10T21:00:00Z',
      empty_reason: null,
    });
    expect(shown(json)).toEqual([
      ['TWIN', 3],
      ['AURW', 100],
    ]);
    const first = await api.get(`${URL_OF}?limit=1`);
    expect([shown(first.json).length, first.json.has_more]).toEqual([1, true]);
  });

  it('finds a person by the last digits of the slug alone', async () => {
    const { status, json } = await api.get(`/api/v1/people/somebody-${SLUG.slice(-8)}/insider-transactions`);
    expect([status, (json.person as { slug: string }).slug]).toEqual([200, SLUG]);
    for (const slug of ['jane-q-doe', 'jane-q-doe-00000000', '%20', SLUG.slice(0, -1)]) {
      expect([slug, (await api.get(`/api/v1/people/${slug}/insider-transactions`)).status]).toEqual([
        slug,
        slug === '%20' ? 422 : 404,
      ]);
    }
  });

  it('shows Free plans a preview', async () => {
    const free = await createTestApi(database.db, {}, 'free');
    const { json } = await free.get(URL_OF);
    expect(json).toMatchObject({ preview: { plan_required: 'pro', shown: 2, total: 2 } });
    expect((json.items as object[])[0]).not.toHaveProperty('shares');
  });

  it('returns an empty list with its reason for a person without reports', async () => {
    const slug = personSlug('Pat New', uuidV5('cik:9100009'));
    const { json } = await api.get(`/api/v1/people/${slug}/insider-transactions`);
    expect(json).toMatchObject({ items: [], data_as_of: '2024-06-01T21:00:00Z', empty_reason: 'not_reported' });
  });

  it('is not_covered for a mandate at a company whose insider reports were not read', async () => {
    const issuer = await seedIssuer(database.db, {
      key: 'cik:900021',
      name: 'Quiet Works',
      listings: [{ ticker: 'QUIE' }],
    });
    await seedFilings(database.db, issuer, [
      { nativeId: 'q-1', form: '4', category: 'insider_transaction', filed: '2024-05-01' },
    ]);
    await seedPeople(database.db, issuer, { 'filing/a': [stated('Quiet Person', 'director', { asOf: '2024-05-01' })] });
    const { json: people } = await api.get('/api/v1/people?q=Quiet%20Person');
    const [person] = people.items as { slug: string }[];
    const { json } = await api.get(`/api/v1/people/${person?.slug}/insider-transactions`);
    expect(getPersonInsiderTransactions.output.strict().parse(json)).toEqual(json);
    expect(json).toMatchObject({
      items: [],
      empty_reason: 'not_covered',
      not_covered: [{ filing_id: 'sec-edgar:q-1' }],
    });
    await seedInsiders(database.db, issuer, [
      { nativeId: 'q-2', form: '4', filed: '2024-05-02', owners: [FUND], rows: [sale()] },
    ]);
    const { json: read } = await api.get(`/api/v1/people/${person?.slug}/insider-transactions`);
    expect(read).toMatchObject({ items: [], empty_reason: 'not_reported' });
  });
});

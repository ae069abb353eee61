import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { JANE, seedInsiders } from '../../../../../test/seeds/insiders.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { gatherAllPeople } from '../gather-people.ts';
import { personSlug } from '../model/person.ts';
import { getPerson } from './get-person.ts';

const database = useTestDatabase();
const now = new Date('2024-07-01T00:00:00Z');
const BY_NAME = personSlug('Jane Q. Doe', uuidV5('name:cik:990011 jane q doe 1970-05'));
const BY_NUMBER = personSlug('Jane Q Doe', uuidV5(`cik:${JANE.cik}`));
let api: TestApi;
let mill = '';

beforeAll(async () => {
  const { db } = database;
  mill = await seedIssuer(db, { key: 'cik:990011', name: 'Fictional Mills Inc', listings: [{ ticker: 'FICM' }] });
  await seedPeople(db, mill, {
    'filing/a': [
      stated('Jane Q. Doe', 'director', {
        born: '1970-05',
        sinceDate: '2010-03-01',
        quote: { sectionKey: 'item_10', text: 'Jane Q. Doe', charStart: 3, charEnd: 14 },
      }),
    ],
  });
  api = await createTestApi(db, { now: () => now });
});

describe('GET /api/v1/people/{slug}', () => {
  it('returns a person with mandates', async () => {
    const { status, json } = await api.get(`/api/v1/people/${BY_NAME}`);
    expect(status).toBe(200);
    expect(getPerson.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      slug: BY_NAME,
      aliases: ['Jane Q. Doe'],
      birth_year: 1970,
      identifiers: [],
      relations: ['director'],
      companies_count: 1,
      roles_total: 1,
      roles: [
        {
          entity: { ticker: 'FICM' },
          is_current: true,
          since_date: '2010-03-01',
          since_meaning: 'seat',
          observed_since_date: '2024-05-01',
          tenure_years: 14.3,
          source: 'sec-edgar',
          evidence: [{ filing_id: 'sec-edgar:a', section_key: 'item_10', quote: 'Jane Q. Doe', char_start: 3 }],
        },
      ],
    });
  });

  it('resolves a merged person to the kept one, and back after the merge is undone', async () => {
    await seedInsiders(database.db, mill, [
      { nativeId: 'g-1', form: '3', filed: '2024-05-03', owners: [JANE], rows: [], ownsNothing: true },
    ]);
    await database.db.execute(sql`insert into people_changes (issuer_id) values (${mill})`);
    await gatherAllPeople(database.db);
    const { json } = await api.get(`/api/v1/people/${BY_NAME}`);
    expect(json).toMatchObject({
      slug: BY_NUMBER,
      aliases: ['DOE JANE Q', 'Jane Q. Doe'],
      birth_year: 1970,
      identifiers: [{ scheme: 'cik', identifier: String(JANE.cik) }],
      relations: ['director', 'officer'],
      roles_total: 2,
    });
    expect((await api.get('/api/v1/people')).json).toMatchObject({ total: 1 });
    // The merged person is found under both names.
    for (const name of ['doe jane', 'jane q doe']) {
      const { json: list } = await api.get(`/api/v1/people?q=${encodeURIComponent(name)}`);
      expect(list).toMatchObject({ total: 1, items: [{ slug: BY_NUMBER }] });
    }
    expect((await api.get(`/api/v1/people/${BY_NAME}/insider-transactions`)).json).toMatchObject({
      person: { slug: BY_NUMBER },
    });
    const [merge] = await database.db.query<{ rule: string; evidence: string }>(sql`select * from person_merges`);
    expect(merge).toMatchObject({ rule: 'named_by_issuer', state: 'active' });

    await database.db.execute(sql`update person_merges set state = 'undone'`);
    await database.db.execute(sql`insert into people_changes (issuer_id) values (${mill})`);
    await gatherAllPeople(database.db);
    expect((await api.get(`/api/v1/people/${BY_NAME}`)).json).toMatchObject({ slug: BY_NAME, relations: ['director'] });
    expect((await api.get(`/api/v1/people/${BY_NUMBER}`)).json).toMatchObject({ relations: ['officer'] });
  });

  it('returns 404 for an unknown slug', async () => {
    for (const slug of ['jane-q-doe', 'jane-q-doe-00000000']) {
      expect((await api.get(`/api/v1/people/${slug}`)).status).toBe(404);
    }
    expect((await api.get('/api/v1/people/%20')).status).toBe(422);
  });
});

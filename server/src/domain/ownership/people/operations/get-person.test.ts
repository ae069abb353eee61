import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { JANE, seedInsiders } from '../../../../../test/seeds/insiders.ts';
import { seedEntity, seedFilings, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { gatherAllPeople } from '../gather-people.ts';
import { personSlug } from '../model/person.ts';
import { getPerson } from './get-person.ts';

const database = useTestDatabase();
const now = new Date('2024-07-01T00:00:00Z');
const BY_NAME = personSlug('Jane Q. Doe', uuidV5('name:cik:990011 jane q doe 1970-05'));
const BY_NUMBER = personSlug('Jane Q Doe', uuidV5(`cik:${JANE.cik}`));
const api = useTestApi(database, { now: () => now });
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
});

describe('GET /api/v1/people/{slug}', () => {
  it('returns a person with mandates', async () => {
    const { json } = await api.read(getPerson, `/api/v1/people/${BY_NAME}`);
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

  it('lists a mandate that two registrants of a company state once, and each period separately', async () => {
    const { db } = database;
    const adr = await seedIssuer(db, { key: 'cik:990012', name: 'Fictional Mills ADR' });
    await seedEntity(db, [mill, adr]);
    const since = { born: '1961-02', sinceDate: '2015-01-01' };
    await seedPeople(db, mill, { 'filing/two': [stated('Ann Twofold', 'director', { born: '1961-02' })] });
    await seedPeople(db, adr, {
      'filing/three': [
        stated('Ann Twofold', 'director', since),
        stated('Ann Twofold', 'director', {
          ...{ born: '1961-02', sinceDate: '1999-01-01', untilDate: '2003-01-01', asOf: '2003-01-01' },
        }),
      ],
    });
    const found = (await api.get('/api/v1/people?q=twofold')).json.items as { slug: string }[];
    const slug = found[0]?.slug;
    const { json } = await api.get(`/api/v1/people/${slug}`);
    expect(json).toMatchObject({ companies_count: 1, roles_total: 2 });
    const roles = json.roles as { since_date: string }[];
    expect(roles.map(role => role.since_date)).toEqual(['2015-01-01', '1999-01-01']);
    const listed = (await api.get(`/api/v1/people/${slug}/companies`)).json;
    expect(listed).toMatchObject({ total: 2, items: [{ since_date: '2015-01-01' }, { since_date: '1999-01-01' }] });
  });

  it('names the unread reports if no mandate is known, and returns not_reported once one was', async () => {
    const { db } = database;
    const other = { cik: 9_100_009, name: 'STRANGER PAT', relation: '<isOther>1</isOther>' };
    const issuerId = await seedIssuer(db, { key: 'cik:990013', name: 'Fictional Looms Inc', marketId: 'us' });
    await seedInsiders(db, issuerId, [
      { nativeId: 's-1', form: '3', filed: '2024-05-03', owners: [other], rows: [], ownsNothing: true },
    ]);
    const slug = personSlug('Pat Stranger', uuidV5(`cik:${other.cik}`));
    const paths = [`/api/v1/people/${slug}`, `/api/v1/people/${slug}/companies`];
    for (const path of paths) {
      expect((await api.get(path)).json, path).toMatchObject({
        empty_reason: 'not_covered',
        not_covered: [{ registry: 'sec-edgar', category: 'annual_report', filing_id: null }],
      });
    }
    await seedFilings(db, issuerId, [{ nativeId: 's-2', form: '10-K', filed: '2024-03-01' }]);
    for (const path of paths) {
      expect((await api.get(path)).json, path).toMatchObject({
        empty_reason: 'not_covered',
        not_covered: [{ form_type: '10-K', filing_id: 'sec-edgar:s-2' }],
      });
    }
    await seedReport(db, issuerId, 's-2', null);
    for (const path of paths) expect((await api.get(path)).json, path).toMatchObject({ empty_reason: 'not_reported' });
  });

  it('returns 404 for an unknown slug', async () => {
    for (const slug of ['jane-q-doe', 'jane-q-doe-00000000']) {
      expect((await api.get(`/api/v1/people/${slug}`)).status).toBe(404);
    }
    expect((await api.get('/api/v1/people/%20')).status).toBe(422);
  });
});

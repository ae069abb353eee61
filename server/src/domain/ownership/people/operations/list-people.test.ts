import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedEntity, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { sql } from '../../../../db/database.ts';
import { gatherAllPeople } from '../gather-people.ts';
import { markPeopleOfCompanies } from '../store/people.ts';
import { listPeople } from './list-people.ts';

const database = useTestDatabase();
const PATH = '/api/v1/people';
const now = new Date('2024-07-01T00:00:00Z');
const api = useTestApi(database, { now: () => now });
let mill = '';

const jane = { identifier: { scheme: 'cik', identifier: '9100001' } };

beforeAll(async () => {
  const { db } = database;
  mill = await seedIssuer(db, { key: 'cik:990001', name: 'Fictional Mills Inc', listings: [{ ticker: 'FICM' }] });
  const works = await seedIssuer(db, {
    key: 'lei:fictional-works',
    name: 'Fictional Works SA',
    marketId: 'eu',
    listings: [{ ticker: 'FICW', marketId: 'eu', mic: 'XPAR' }],
  });
  await seedPeople(db, mill, {
    'filing/a': [
      stated('Jane Q. Doe', 'director', { ...jane, sinceDate: '2010-03-01' }),
      stated('Jane Q. Doe', 'officer', { ...jane, roleTitle: 'Chief Tester' }),
      stated('Robin Roe', 'director', { sinceDate: '2020-01-01', termEndDate: '2024-09-30' }),
      stated('Old Hand', 'director', { asOf: '2015-01-01', sinceDate: '1990-01-01' }),
    ],
    'filing/b': [
      stated('Example Partners LP', 'major_shareholder', {
        kind: 'institution',
        ownershipPct: '12.5',
        confirmation: 'stake',
      }),
    ],
  });
  await seedPeople(
    db,
    works,
    { 'filing/c': [stated('Doe, Jane', 'director', jane), stated('古川俊太郎', 'officer')] },
    'esef',
  );
});

interface Card {
  name: string;
  top_role: { entity: { ticker: string }; relation: string; is_current: boolean } | null;
}
const names = async (query: string) =>
  ((await api.get(`${PATH}?${query}`)).json.items as Card[]).map(item => item.name);

describe('GET /api/v1/people', () => {
  it('states the date of its newest source, and whether it is old', async () => {
    const ageOf = async (query: string) => {
      const { as_of, is_stale } = (await api.get(`${PATH}?${query}`)).json;
      return [as_of, is_stale];
    };
    expect(await ageOf('q=jane')).toEqual(['2024-05-01', false]);
    expect(await ageOf('q=old%20hand')).toEqual(['2015-01-01', true]);
    expect(await ageOf('q=nobody')).toEqual([null, false]);
  });

  it('lists people with most companies first, each with details', async () => {
    const { json, headers } = await api.read(listPeople, PATH);
    expect(headers['x-credits-cost']).toBe('1');
    expect(json).toMatchObject({ total: 5, data_as_of: '2024-05-01T00:00:00Z', empty_reason: null });
    expect((json.items as object[])[0]).toMatchObject({
      kind: 'person',
      relations: ['director', 'officer'],
      companies_count: 2,
      market_ids: ['eu', 'us'],
      ownership_pct: null,
      since_date: '2010-03-01',
      tenure_years: 14.3,
      term_end_date: null,
      top_role: { relation: 'officer', role_title: 'Chief Tester', is_current: true, entity: { ticker: 'FICM' } },
    });
  });

  it('filters by kind, relation, market, company and tenure', async () => {
    expect(await names('kind=institution')).toEqual(['Example Partners LP']);
    expect(await names('relation=major_shareholder')).toEqual(['Example Partners LP']);
    expect(await names('market=eu&sort=name')).toEqual(['Jane Q. Doe', '古川俊太郎']);
    expect(await names('market=eu&relation=director')).toEqual(['Jane Q. Doe']);
    expect(await names('ticker=FICW&sort=name')).toEqual(['Jane Q. Doe', '古川俊太郎']);
    expect(await names('canonical_key=cik:990001&relation=officer')).toEqual(['Jane Q. Doe']);
    expect(await names('min_tenure_years=10')).toEqual(['Jane Q. Doe']);
    expect(await names('min_tenure_years=3&relation=director&sort=name')).toEqual(['Jane Q. Doe', 'Robin Roe']);
  });

  it('finds people by words in any order and script, under any filed name', async () => {
    expect(await names('q=doe%20jane')).toEqual(['Jane Q. Doe']);
    expect(await names('q=ROB')).toEqual(['Robin Roe']);
    expect(await names('q=%E4%BF%8A%E5%A4%AA')).toEqual(['古川俊太郎']);
    expect(await names('q=nobody')).toEqual([]);
    expect((await api.get(`${PATH}?q=nobody`)).json).toMatchObject({ total: 0, empty_reason: 'not_covered' });
    // Word prefixes must all match one name: she is filed as Jane Q. Doe and as Doe, Jane.
    expect(await names('q=d%20j')).toEqual(['Jane Q. Doe']);
    expect(await names('q=ane')).toEqual([]);
    expect(await names(`q=${encodeURIComponent(`o'ne & ! : * \\ "`)}`)).toEqual([]);
    expect(await names(`q=${encodeURIComponent('古川 俊太郎')}&kind=person`)).toEqual(['古川俊太郎']);
    expect((await api.get(`${PATH}?q=jane&sort=tenure`)).json).toMatchObject({ total: 1 });
    expect((await api.get(`${PATH}?q=o`)).json).toMatchObject({ total: 1 });
    const beyond = await api.get(`${PATH}?q=r&offset=5`);
    expect(beyond.json).toMatchObject({ items: [], total: 1, empty_reason: null });
  });

  it('does not combine words of several names of one person, and uses the index of words', async () => {
    const [row] = await database.db.query<{ names: string }>(sql`
      select names from person_cards where name = 'Jane Q. Doe'`);
    expect(row?.names.split('\n')).toEqual(['doe jane', 'jane q doe']);
    await database.db.execute(sql`
      update person_cards set names = E'jane roe\\nann poe' where name = 'Robin Roe'`);
    expect([await names('q=jane%20roe'), await names('q=jane%20poe')]).toEqual([['Robin Roe'], []]);
    await database.db.execute(sql`update person_cards set names = 'robin roe' where name = 'Robin Roe'`);
    const plan = await database.db.transaction(async tx => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.query<{ 'QUERY PLAN': string }>(sql`
        explain select person_id from person_cards c where c.name_words @@ ${`'jane':*`}::tsquery`);
    });
    expect(plan.map(line => line['QUERY PLAN']).join()).toContain('person_cards_words');
  });

  it('sorts by stake, name, tenure and end of term', async () => {
    expect((await names('sort=ownership'))[0]).toBe('Example Partners LP');
    expect(await names('sort=name_desc&kind=person&market=us')).toEqual(['Robin Roe', 'Old Hand', 'Jane Q. Doe']);
    expect(await names('sort=tenure')).toEqual(['Jane Q. Doe', 'Robin Roe', 'Example Partners LP']);
    expect(await names('sort=renewal')).toEqual(['Robin Roe']);
    expect((await api.get(`${PATH}?sort=tenure&limit=1`)).json).toMatchObject({ total: 3 });
    expect(await names('sort=tenure&limit=1&offset=1')).toEqual(['Robin Roe']);
  });

  it('reports an error for each invalid parameter', async () => {
    for (const [query, field] of [
      ['kind=robot', 'kind'],
      ['relation=friend', 'relation'],
      ['sort=age', 'sort'],
      ['limit=101', 'limit'],
      ['offset=-1', 'offset'],
      ['min_tenure_years=-1', 'min_tenure_years'],
      ['q=%20', 'q'],
      ['lei=1', 'lei'],
      ['isin=1', 'isin'],
      ['market_id=us', 'market_id'],
      ['market_id=us&q=jane', 'market_id'],
      ['age=3', 'age'],
    ]) {
      const { status, json } = await api.get(`${PATH}?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(JSON.stringify(json.detail)).toContain(`"${field}"`);
    }
    expect((await api.get(`${PATH}?ticker=NOBODY`)).status).toBe(404);
    expect((await api.get(`${PATH}?ticker=FICM&canonical_key=lei:fictional-works`)).status).toBe(400);
  });

  it('keeps unchanged statements and removes those that a source no longer makes', async () => {
    const roles = () => database.db.query(sql`select * from person_roles order by role_id`);
    const before = await roles();
    await database.db.execute(sql`insert into people_changes (issuer_id) values (${mill})`);
    await gatherAllPeople(database.db);
    expect(await roles()).toEqual(before);
    const example = stated('Example Partners LP', 'major_shareholder', {
      kind: 'institution',
      ownershipPct: '12.5',
      confirmation: 'stake',
    });
    await seedPeople(database.db, mill, { 'filing/b': [example] });
    expect(await roles()).toEqual(before);
    await seedPeople(database.db, mill, { 'filing/b': [] });
    expect(await names('kind=institution')).toEqual([]);
  });
});

describe('people of a company with several registrants', () => {
  it('joins one name at two registrants, in the markets of all, and separates them when the grouping ends', async () => {
    const { db } = database;
    const seed = (key: string, marketId: string) => seedIssuer(db, { key, name: 'Fictional Looms KK', marketId });
    const ids = [await seed('edinet:E99901', 'jp'), await seed('jcn:9990001000099', 'jp')];
    const both = [...ids, await seed('cik:990199', 'us')];
    for (const id of ids) {
      await seedPeople(
        db,
        id,
        { [`filing/${id}`]: [stated('織田 花子', 'director', { sinceDate: '2021-06-01' })] },
        'edinet',
      );
    }
    const cards = async (query: string) =>
      (await api.get(`${PATH}?q=${encodeURIComponent('織田花子')}&${query}`)).json.items as object[];
    expect(await cards('market=jp')).toHaveLength(2);
    const regroup = async (write: () => Promise<unknown>) => {
      await db.transaction(tx => markPeopleOfCompanies(tx, both));
      await write();
      await db.transaction(tx => markPeopleOfCompanies(tx, both));
      await gatherAllPeople(db);
    };
    await regroup(() => seedEntity(db, both));
    for (const query of ['market=jp', 'market=us', 'market=us&relation=director', 'market=us&sort=tenure']) {
      expect(await cards(query), query).toMatchObject([{ companies_count: 1, market_ids: ['jp', 'us'] }]);
    }
    await regroup(() =>
      db.execute(sql`update issuers set entity_id = issuer_id where issuer_id = any(${both}::bigint[])`),
    );
    expect(await cards('market=jp')).toHaveLength(2);
    expect(await cards('market=us')).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { holderPredicate } from '../../../ownership/holders/views/holder-rows.ts';
import { screenHolders } from './screen-holders.ts';

const database = useTestDatabase();
const PATH = '/api/v1/holders/screen';
const now = new Date('2024-07-01T00:00:00Z');
const api = useTestApi(database, { now: () => now });
const ids: string[] = [];

beforeAll(async () => {
  const { db } = database;
  for (const [n, marketId] of [
    [1, 'us'],
    [2, 'us'],
    [3, 'eu'],
  ] as const) {
    const listings = [{ ticker: `FICT${n}`, marketId, mic: marketId === 'us' ? 'XNAS' : 'XPAR' }];
    ids.push(await seedIssuer(db, { key: `cik:99002${n}`, name: `Fictional Works ${n}`, marketId, listings }));
  }
  const [one = '', two = '', three = ''] = ids;
  await seedPeople(db, one, {
    'filing/a': [
      stated('Jane Doe', 'director', { sinceDate: '2004-01-01' }),
      stated('John Doe', 'director', { sinceDate: '2010-01-01' }),
      stated('Left Long-Ago', 'director', { sinceDate: '1980-01-01', untilDate: '2020-01-01', asOf: '2020-01-01' }),
      stated('Seen Only', 'officer'),
      stated('Big Fund LP', 'major_shareholder', { kind: 'institution', confirmation: 'stake' }),
    ],
  });
  await seedPeople(db, two, {
    'filing/b': [
      stated('Robin Roe', 'director', { sinceDate: '2000-01-01' }),
      stated('Late Fund LP', 'major_shareholder', { kind: 'institution', confirmation: 'stake' }),
      stated('Holding Ltd', 'significant_control', { kind: 'institution', sinceDate: '2016-04-06' }),
    ],
  });
  await seedPeople(db, three, { 'filing/c': [stated('Ann Poe', 'director', { sinceDate: '2020-01-01' })] }, 'esef');
});

interface Card {
  entity: { ticker: string };
  match: { person: { name: string }; tenure_years: number };
}
const cards = (json: Record<string, unknown>) =>
  (json.items as Card[]).map(({ entity, match }) => `${entity.ticker} ${match.person.name} ${match.tenure_years}`);

describe('GET /api/v1/holders/screen', () => {
  it('returns the longest dated mandate of each company, longest first', async () => {
    const { json, headers } = await api.read(screenHolders, PATH);
    expect(headers['x-credits-cost']).toBe('1');
    expect(cards(json)).toEqual(['FICT2 Robin Roe 24.4', 'FICT1 Jane Doe 20.4', 'FICT3 Ann Poe 4.4']);
    expect(json).toMatchObject({
      window_days: null,
      next_cursor: null,
      data_as_of: '2024-05-01T00:00:00Z',
      empty_reason: null,
    });
    expect((json.items as { match: object }[])[0]?.match).toMatchObject({
      predicate: 'holders',
      match_date: null,
      relation: 'director',
      since_date: '2000-01-01',
      since_meaning: 'seat',
    });
  });

  it('filters by relation, market and tenure', async () => {
    expect(cards((await api.get(`${PATH}?min_tenure_years=20`)).json)).toHaveLength(2);
    expect(cards((await api.get(`${PATH}?market_id=eu`)).json)).toEqual(['FICT3 Ann Poe 4.4']);
    expect((await api.get(`${PATH}?min_tenure_years=99`)).json).toMatchObject({
      items: [],
      empty_reason: 'not_reported',
    });
  });

  it('treats persons with control as shareholders and returns the longest mandate of both', async () => {
    const { json } = await api.get(`${PATH}?relation=shareholder`);
    expect(cards(json)).toEqual(['FICT2 Holding Ltd 8.2', 'FICT1 Big Fund LP 0.1']);
    expect((json.items as { match: object }[]).map(item => item.match)).toMatchObject([
      { relation: 'significant_control', since_meaning: 'disclosed_holding' },
      { relation: 'major_shareholder', since_meaning: 'disclosed_holding' },
    ]);
    const first = await api.get(`${PATH}?relation=shareholder&limit=1`);
    const next = await api.get(`${PATH}?relation=shareholder&limit=1&cursor=${String(first.json.next_cursor)}`);
    expect([cards(next.json), next.json.next_cursor]).toEqual([['FICT1 Big Fund LP 0.1'], null]);
    const combined = await api.get('/api/v1/screen?holders=shareholder&min_tenure_years=8');
    expect((combined.json.items as { match: { matches: object[] } }[]).map(item => item.match.matches)).toMatchObject([
      [{ predicate: 'holders', relation: 'significant_control', person: { name: 'Holding Ltd' } }],
    ]);
  });

  it('returns no_dated_mandate if no mandate is dated', async () => {
    const { status, json } = await api.get(`${PATH}?relation=officer`);
    expect([status, json.error]).toEqual([400, 'no_dated_mandate']);
    expect(json).toMatchObject({ empty_reason: 'not_reported' });
    const none = await api.get(`${PATH}?relation=shareholder&market_id=eu`);
    expect(none.status).toBe(400);
    expect(none.json).toMatchObject({
      empty_reason: 'not_covered',
      not_covered: ['mandates of the relation major_shareholder or significant_control of the market eu'],
    });
  });

  it('pages by cursors of the same query', async () => {
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const given: string = next === '' ? '' : `&cursor=${next}`;
      const { json } = await api.get(`${PATH}?limit=1${given}`);
      seen.push(...cards(json));
      next = json.next_cursor as string | null;
    }
    expect(seen).toHaveLength(3);
    const { json } = await api.get(`${PATH}?limit=1`);
    const other = await api.get(`${PATH}?limit=1&market_id=us&cursor=${String(json.next_cursor)}`);
    expect([other.status, other.json.error]).toEqual([400, 'invalid_cursor']);
    for (const query of ['relation=friend', 'min_tenure_years=x', 'limit=0', 'since=1']) {
      expect([query, (await api.get(`${PATH}?${query}`)).status]).toEqual([query, 422]);
    }
  });

  it('is a predicate of the combined screen', async () => {
    const span = { after: '2024-06-01T00:00:00.000Z', until: now.toISOString() };
    const predicate = holderPredicate({ relation: 'director', minTenureYears: 20 });
    const rows = await database.db.query<{ entity_id: string }>(predicate.companies(span));
    expect(rows.map(row => row.entity_id).sort()).toEqual(ids.slice(0, 2).sort());
    const found = await predicate.matches({ db: database.db, account: null, entityIds: ids, span });
    expect(found.get(ids[0] ?? '')).toMatchObject({ predicate: 'holders', person: { name: 'Jane Doe' } });
  });
});

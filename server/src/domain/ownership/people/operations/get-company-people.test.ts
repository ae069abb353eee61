import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../../../test/seeds/people.ts';
import { PEOPLE_RULES_VERSION } from '../rules/rules-version.ts';
import { getCompanyPeople } from './get-company-people.ts';

const database = useTestDatabase();
const api = useTestApi(database, { now: () => new Date('2024-07-01T00:00:00Z') });

beforeAll(async () => {
  const { db } = database;
  const fund = { kind: 'institution', confirmation: 'stake' } as const;
  const works = await seedIssuer(db, { key: 'cik:990021', name: 'Fictional Works', listings: [{ ticker: 'FICT1' }] });
  await seedPeople(db, works, {
    'filing/a': [
      stated('John Doe', 'director', { sinceDate: '2010-01-01' }),
      stated('Jane Doe', 'director', { sinceDate: '2004-01-01' }),
      stated('Left Long-Ago', 'director', { sinceDate: '1980-01-01', untilDate: '2020-01-01', asOf: '2020-01-01' }),
      stated('Seen Only', 'officer'),
      stated('Big Fund LP', 'major_shareholder', { ...fund, ownershipPct: '9.5' }),
      stated('Bigger Fund LP', 'major_shareholder', { ...fund, ownershipPct: '12' }),
    ],
  });
});

describe('get_company_people', () => {
  it('lists the current officers, directors and owners of a company', async () => {
    const { status, json } = await api.get('/api/v1/companies/us/FICT1/people');
    expect(status).toBe(200);
    expect(json.officers).toMatchObject([{ rules_version: PEOPLE_RULES_VERSION }]);
    expect(getCompanyPeople.output.safeParse(json).error).toBeUndefined();
    const named = (list: string) => (json[list] as { person: { name: string } }[]).map(item => item.person.name);
    expect(named('directors')).toEqual(['Jane Doe', 'John Doe']);
    expect(named('officers')).toEqual(['Seen Only']);
    expect(named('major_shareholders')).toEqual(['Bigger Fund LP', 'Big Fund LP']);
    expect(named('significant_control')).toEqual([]);
    expect(json).toMatchObject({ as_of: '2024-05-01', is_stale: false });
    expect((await api.get('/api/v1/companies/us/NOBODY/people')).status).toBe(404);
  });

  it('states no version of the rules for people of a list', async () => {
    const listed = await seedIssuer(database.db, {
      key: 'cik:990031',
      name: 'Listed Works',
      listings: [{ ticker: 'LSTW' }],
    });
    await seedPeople(database.db, listed, { officers: [stated('Listed Officer', 'officer')] });
    const { json } = await api.get('/api/v1/companies/us/LSTW/people');
    expect(json.officers).toMatchObject([{ rules_version: null }]);
  });

  it('returns empty lists if no person is known', async () => {
    await seedIssuer(database.db, { key: 'cik:990029', name: 'Fictional Hermits', listings: [{ ticker: 'FICH' }] });
    const { json } = await api.get('/api/v1/companies/us/FICH/people');
    expect(json).toMatchObject({
      officers: [],
      as_of: null,
      is_stale: false,
      not_covered: [{ registry: 'sec-edgar', category: 'annual_report', filing_id: null }],
      empty_reason: 'not_covered',
      data_as_of: null,
    });
  });

  it('shows the mandates of the newest source with its date if none was confirmed recently', async () => {
    const old = await seedIssuer(database.db, { key: 'cik:990030', name: 'Old Works', listings: [{ ticker: 'OLDW' }] });
    await seedPeople(database.db, old, {
      'filing/a': [stated('Earlier Director', 'director', { asOf: '2020-03-01' })],
      'filing/b': [
        stated('Last Director', 'director', { asOf: '2022-03-01' }),
        stated('Gone Officer', 'officer', { asOf: '2022-03-01', untilDate: '2022-02-01' }),
      ],
    });
    const { json } = await api.get('/api/v1/companies/us/OLDW/people');
    expect(getCompanyPeople.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      officers: [],
      directors: [{ person: { name: 'Last Director' }, is_current: false, confirmed_date: '2022-03-01' }],
      as_of: '2022-03-01',
      is_stale: true,
      empty_reason: null,
    });
    expect(json.directors).toHaveLength(1);
  });
});

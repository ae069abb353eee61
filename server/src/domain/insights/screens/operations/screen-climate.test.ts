import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedTargets, statedTarget } from '../../../../../test/seeds/targets.ts';
import { OPERATIONS } from '../../../../transports/operations.ts';
import { withoutDataSets } from '../../../kit/responses/data-sets.ts';
import { screenClimate } from './screen-climate.ts';

const PATH = '/api/v1/climate/screen';
const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  for (const [at, name] of ['Alpha Inc', 'Beta Inc', 'Gamma Inc', 'Omega Inc'].entries()) {
    const ticker = name.slice(0, 4).trim().toUpperCase();
    const marketId = name === 'Gamma Inc' ? 'jp' : 'us';
    await seedIssuer(database.db, { key: `test:${at}`, name, marketId, listings: [{ ticker, marketId }] });
  }
});
const screen = async (query = '') => (await api.get(PATH + query)).json;
const names = (json: Record<string, unknown>) =>
  (json.items as { entity: { company_name: string } }[]).map(item => item.entity.company_name);

describe(`GET ${PATH}`, () => {
  it('returns no companies before a list is stored', async () => {
    const nothing = { items: [], next_cursor: null, window_days: null, data_as_of: null };
    const not_covered = ['a list of the Science Based Targets initiative'];
    expect(await screen()).toEqual({ ...nothing, empty_reason: 'not_covered', not_covered });
  });

  it('returns the companies of the newest list by net-zero year, those without a year last', async () => {
    const of = (companyName: string, netZeroYear: number | null, fields = {}) =>
      statedTarget({ companyName, netZeroYear, countryCode: 'US', ...fields }, '2025-09-04');
    await seedTargets(database.db, [
      statedTarget({ companyName: 'Omega Inc', countryCode: 'US', netZeroYear: 2030 }, '2024-08-22'),
      of('Alpha Inc', null, { nearTermStatus: 'commitment_removed', netZeroStatus: null, statusDate: null }),
      of('Beta Inc', 2050),
      of('Gamma Inc', 2040),
      of('Nobody Inc', 2035),
    ]);
    const json = await screen();
    expect(screenClimate.output.safeParse(json).error).toBeUndefined();
    expect(names(json)).toEqual(['Gamma Inc', 'Beta Inc', 'Alpha Inc']);
    expect(json).toMatchObject({
      data_as_of: '2025-09-04T23:59:59Z',
      empty_reason: null,
      items: [
        {
          entity: { ticker: 'GAMM', market_id: 'jp' },
          match: {
            predicate: 'climate',
            match_date: '2023-12-01',
            climate_target: {
              net_zero_year: 2040,
              near_term_status: 'targets_set',
              is_listed: true,
              matched_on: 'name',
            },
          },
        },
        {},
        { match: { match_date: null } },
      ],
    });
  });

  it('filters by status, year and market, and pages without duplicates', async () => {
    expect(names(await screen('?near_term_status=commitment_removed'))).toEqual(['Alpha Inc']);
    expect(names(await screen('?net_zero_year_max=2045'))).toEqual(['Gamma Inc']);
    expect(names(await screen('?market_id=us'))).toEqual(['Beta Inc', 'Alpha Inc']);
    const first = await screen('?limit=2');
    const second = await screen(`?limit=2&cursor=${first.next_cursor}`);
    expect([...names(first), ...names(second)]).toEqual(['Gamma Inc', 'Beta Inc', 'Alpha Inc']);
    expect(second.next_cursor).toBeNull();
    const foreign = await api.get(`${PATH}?limit=2&market_id=us&cursor=${first.next_cursor}`);
    expect([foreign.status, foreign.json.error]).toEqual([400, 'invalid_cursor']);
  });

  it('returns no companies if the operator disabled the data set', async () => {
    const off = await createTestApi(database.db, { operations: withoutDataSets(OPERATIONS, ['climate_targets']) });
    expect((await off.get(PATH)).json).toMatchObject({
      items: [],
      empty_reason: 'not_covered',
      not_covered: [expect.stringContaining('the operator disabled it')],
    });
  });

  it('distinguishes companies without such a target from markets without companies', async () => {
    expect(await screen('?net_zero_year_max=2001')).toMatchObject({ items: [], empty_reason: 'not_reported' });
    expect(await screen('?market_id=kr')).toMatchObject({
      items: [],
      empty_reason: 'not_covered',
      not_covered: ['companies of the market kr'],
    });
  });

  it('rejects invalid statuses, invalid years and unknown parameters', async () => {
    for (const query of [
      'near_term_status=soon',
      'net_zero_year_max=1999',
      'net_zero_year_max=2040.5',
      'limit=0',
      'sector=x',
    ]) {
      const { status, json } = await api.get(`${PATH}?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(JSON.stringify(json.detail)).toContain(query.split('=')[0]);
    }
  });
});

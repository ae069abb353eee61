import { expect, it } from 'vitest';
import { useScreenApi } from '../../../../test/accounts/saved-screens.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { DEFAULT_PLANS } from '../../../accounts/plans.ts';

const screens = useScreenApi();

it('saves the parameters of a screen as they were written', async () => {
  const query = { where: 'Revenue > 400m', columns: 'revenue,GROSS_MARGIN', fiscal_year_from: 2020, market_id: 'us' };
  const { status, json } = await screens.create('  Large  ', query);
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.any(String),
    name: 'Large',
    query,
    share_id: null,
    alerts: false,
    alerts_paused: null,
    checked_at: null,
    companies: null,
    created_at: expect.any(String),
    updated_at: json.created_at,
  });
});

it('rejects parameters that a screen rejects, with the same messages', async () => {
  const { status, json } = await screens.create('Wrong', { where: 'revenu > 1', currency: 'QQQ', tickers: '' });
  expect(status).toBe(422);
  expect((json.detail as { loc: string[]; msg: string }[]).map(({ loc, msg }) => [loc.join('.'), msg])).toEqual([
    ['body.query.tickers', 'Too small: expected string to have >=1 characters'],
    ['body.query.where', 'at 1: there is no code "revenu"; the nearest is "revenue"'],
    ['body.query.currency', 'must be an ISO 4217 currency code'],
  ]);
  expect((await screens.create('Wrong', { as_of: '2024-01-01' })).status).toBe(422);
  expect((await screens.create('Wrong', { limit: 10 })).status).toBe(422);
  expect((await screens.create(' ', {})).status).toBe(422);
});

it('rejects a second screen of the same name', async () => {
  await screens.create('Twice', {});
  expect(await screens.create('Twice', {})).toMatchObject({ status: 409, json: { error: 'conflict' } });
});

const database = useTestDatabase();
const plans = {
  free: { ...DEFAULT_PLANS.free, savedScreens: 1 },
  pro: { ...DEFAULT_PLANS.pro, savedScreens: 3 },
  business: { ...DEFAULT_PLANS.business, savedScreens: 3 },
};
const free = useTestApi(database, { plans }, 'free');
const business = useTestApi(database, { plans }, 'business');

it('names the plan that allows more when the limit is reached, and never exceeds it under concurrent requests', async () => {
  const send = (api: typeof free, name: string) => api.send('POST', '/api/user/screens', { name, query: {} });
  await send(free, 'first');
  expect(await send(free, 'second')).toMatchObject({
    status: 403,
    json: { error: 'upgrade_required', plan_required: 'pro', limit: 1 },
  });
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => (await send(business, `${at}`)).status),
  );
  expect(statuses.sort()).toEqual([201, 201, 201, 409, 409, 409]);
});

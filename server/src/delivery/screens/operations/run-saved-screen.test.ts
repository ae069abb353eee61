import { expect, it } from 'vitest';
import { companiesOf, useScreenApi } from '../../../../test/accounts/saved-screens.ts';
import { sql } from '../../../db/database.ts';

const screens = useScreenApi();

it('returns what financials/screen returns for the same parameters, page by page and as of a day', async () => {
  const query = {
    where: 'gross_margin > 10%',
    columns: 'gross_margin',
    sort: 'gross_margin',
    tickers: 'AURW,BORG,NOBODY',
  };
  const id = await screens.save('Both', query);
  const { text } = await screens.api.get(`/api/v1/financials/screen?${new URLSearchParams(query)}`);
  const whole = await screens.api.get(`/api/user/screens/${id}/results`);
  expect(whole.status).toBe(200);
  expect(whole.text).toBe(text);
  const first = await screens.api.get(`/api/user/screens/${id}/results?limit=1`);
  expect(companiesOf(first)).toEqual(['Boreal Gears']);
  const second = await screens.api.get(`/api/user/screens/${id}/results?limit=1&cursor=${first.json.next_cursor}`);
  expect(companiesOf(second)).toEqual(['Aurora Widgets']);
  const earlier = await screens.api.get(`/api/user/screens/${id}/results?as_of=2020-01-01`);
  expect(earlier.json).toMatchObject({ items: [], as_of: '2020-01-01' });
});

it('explains a query that is no longer valid', async () => {
  const id = await screens.save('Old', {});
  await screens.db.execute(sql`
    update saved_screens set query = '{"where": "dropped_code > 1"}' where screen_id = ${id}`);
  expect(await screens.api.get(`/api/user/screens/${id}/results`)).toMatchObject({
    status: 400,
    json: { error: 'bad_request', message: expect.stringContaining('there is no code "dropped_code"') },
  });
  expect((await screens.list()).status).toBe(200);
});

it('runs no screen of another account', async () => {
  const id = await screens.save('Private', {});
  expect((await screens.asStranger('GET', `/api/user/screens/${id}/results`)).status).toBe(404);
});

import { expect, it } from 'vitest';
import { useScreenApi } from '../../../../test/accounts/saved-screens.ts';

const screens = useScreenApi();

it('changes the given members and keeps the others', async () => {
  const id = await screens.save('Before', { where: 'revenue > 1' });
  const renamed = await screens.change(id, { name: 'After' });
  expect(renamed).toMatchObject({ status: 200, json: { id, name: 'After', query: { where: 'revenue > 1' } } });
  const changed = await screens.change(id, { query: { market_id: 'us' } });
  expect(changed.json).toMatchObject({ name: 'After', query: { market_id: 'us' } });
  expect(changed.json.query).not.toHaveProperty('where');
  expect((await screens.change(id, { name: 'After' })).status).toBe(200);
});

it('keeps the share id while a screen is shared, and creates another after it was revoked', async () => {
  const id = await screens.save('Shared', {});
  const first = (await screens.change(id, { shared: true })).json.share_id;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect((await screens.change(id, { shared: true })).json.share_id).toBe(first);
  expect((await screens.change(id, { name: 'Shared still' })).json.share_id).toBe(first);
  expect((await screens.change(id, { shared: false })).json.share_id).toBeNull();
  expect((await screens.change(id, { shared: true })).json.share_id).not.toBe(first);
});

it('rejects the name of another screen, invalid parameters and screens of other accounts', async () => {
  await screens.save('Taken', {});
  const id = await screens.save('Free', {});
  expect((await screens.change(id, { name: 'Taken' })).status).toBe(409);
  expect((await screens.change(id, { query: { sort: 'nothing' } })).status).toBe(422);
  expect((await screens.asStranger('PATCH', `/api/user/screens/${id}`)).status).toBe(404);
});

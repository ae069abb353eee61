import { expect, it } from 'vitest';
import { useScreenApi } from '../../../../test/accounts/saved-screens.ts';

const screens = useScreenApi();

it('shows name and parameters of a shared screen to other accounts, and nothing about its owner', async () => {
  const id = await screens.save('Shared', { where: 'revenue > 600m' });
  const shareId = await screens.share(id);
  const { status, json } = await screens.asStranger('GET', `/api/v1/shared-screens/${shareId}`);
  expect([status, json]).toEqual([200, { name: 'Shared', query: { where: 'revenue > 600m' } }]);
});

it('opens neither by the id of a screen nor after sharing ended', async () => {
  const id = await screens.save('Once shared', {});
  const shareId = await screens.share(id);
  expect((await screens.asStranger('GET', `/api/v1/shared-screens/${id}`)).status).toBe(404);
  await screens.change(id, { shared: false });
  expect((await screens.asStranger('GET', `/api/v1/shared-screens/${shareId}`)).status).toBe(404);
});

it('needs credentials', async () => {
  const shareId = await screens.share(await screens.save('Not public', {}));
  const { status } = await screens.api.ask({ method: 'GET', url: `/api/v1/shared-screens/${shareId}` });
  expect(status).toBe(401);
});

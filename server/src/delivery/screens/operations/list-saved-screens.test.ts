import { expect, it } from 'vitest';
import { useScreenApi } from '../../../../test/accounts/saved-screens.ts';
import { DEFAULT_PLANS } from '../../../accounts/plans.ts';

const screens = useScreenApi();

it('lists the screens of the account by name, with the limit of its plan', async () => {
  await screens.save('b', { where: 'revenue > 1' });
  await screens.save('A', {});
  const { status, json } = await screens.list();
  expect(status).toBe(200);
  expect(json).toMatchObject({
    items: [
      { name: 'A', query: {} },
      { name: 'b', query: { where: 'revenue > 1' } },
    ],
    total: 2,
    limit: DEFAULT_PLANS.business.savedScreens,
  });
  expect((await screens.asStranger('GET', '/api/user/screens')).json).toMatchObject({ items: [], total: 0 });
});

import { expect, it } from 'vitest';
import { companiesOf, useScreenApi } from '../../../../test/accounts/saved-screens.ts';

const screens = useScreenApi();

it('runs a shared screen with its current parameters for another account', async () => {
  const id = await screens.save('Shared', { where: 'revenue > 600m' });
  const path = `/api/v1/shared-screens/${await screens.share(id)}/results`;
  expect(companiesOf(await screens.asStranger('GET', path))).toEqual(['Boreal Gears']);
  await screens.change(id, { query: { where: 'revenue < 600m' } });
  expect(companiesOf(await screens.asStranger('GET', path))).toEqual(['Aurora Widgets']);
  await screens.change(id, { shared: false });
  expect((await screens.asStranger('GET', path)).status).toBe(404);
});

import { expect, it } from 'vitest';
import { useScreenApi } from '../../../../test/accounts/saved-screens.ts';

const screens = useScreenApi();

it('deletes a screen with its link, and none of another account', async () => {
  const id = await screens.save('Gone', {});
  const shareId = await screens.share(id);
  expect((await screens.asStranger('DELETE', `/api/user/screens/${id}`)).status).toBe(404);
  expect((await screens.api.send('DELETE', `/api/user/screens/${id}`)).status).toBe(204);
  expect((await screens.api.send('DELETE', `/api/user/screens/${id}`)).status).toBe(404);
  expect((await screens.asStranger('GET', `/api/v1/shared-screens/${shareId}`)).status).toBe(404);
});

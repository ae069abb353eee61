import { describe, expect, it } from 'vitest';
import { notifyTwoAccounts } from '../../../../test/accounts/notify.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { getNotification } from './get-notification.ts';

const database = useTestDatabase();
const api = useTestApi(database);

describe('GET /api/user/notifications/{notification_id}', () => {
  it('returns a notification without marking it as read, and none of another account', async () => {
    const [own, foreign] = await notifyTwoAccounts(database.db, 'business@example.org');
    const { json } = await api.read(getNotification, `/api/user/notifications/${own}`);
    expect(json).toMatchObject({ ticker: 'AURW', read_at: null });
    expect((await api.get(`/api/user/notifications/${foreign}`)).status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { notifyTwoAccounts } from '../../../../test/accounts/notify.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let id: string;
let foreign: string;

beforeAll(async () => {
  [id, foreign] = await notifyTwoAccounts(database.db, 'business@example.org');
});

const mark = (notificationId: string) => api.send('PATCH', `/api/user/notifications/${notificationId}/read`);

describe('PATCH /api/user/notifications/{notification_id}/read', () => {
  it('marks a notification as read, and keeps the time when it is marked again', async () => {
    const { status, json } = await mark(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id, filing_id: 'sec-edgar:one', read_at: expect.stringMatching(/Z$/) });
    expect((await mark(id)).json.read_at).toBe(json.read_at);
    expect((await api.get('/api/user/notifications/unread-count')).json).toEqual({ unread_count: 0 });
  });

  it('does not find notifications of another account', async () => {
    expect((await mark(foreign)).status).toBe(404);
    expect((await mark('nonsense')).status).toBe(422);
  });
});

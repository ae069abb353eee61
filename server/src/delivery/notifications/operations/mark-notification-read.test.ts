import { beforeAll, describe, expect, it } from 'vitest';
import { filingEvent, publishEvents } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedIssuer } from '../../../../test/seeds/issuers.ts';
import { eventIdOf } from '../../../domain/kit/store/outbox.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let id: string;
let foreign: string;

beforeAll(async () => {
  const issuerId = await seedIssuer(database.db, {
    key: 'cik:900001',
    name: 'Aurora Widgets Inc.',
    listings: [{ ticker: 'AURW' }],
  });
  const stranger = await createWatcher(database.db, 'stranger@example.org', []);
  await createWatcher(database.db, 'business@example.org', [{ issuerId, ticker: 'AURW' }]);
  const event = filingEvent(issuerId, 'one');
  const other = filingEvent(issuerId, 'two', { to: { accountId: stranger } });
  await publishEvents(database.db, [event, other]);
  [id, foreign] = [eventIdOf(event), eventIdOf(other)];
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

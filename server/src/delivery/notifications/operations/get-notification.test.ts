import { describe, expect, it } from 'vitest';
import { filingEvent, publishEvents } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { seedIssuer } from '../../../../test/seeds/issuers.ts';
import { eventIdOf } from '../../../domain/kit/store/outbox.ts';
import { getNotification } from './get-notification.ts';

const database = useTestDatabase();
const api = useTestApi(database);

describe('GET /api/user/notifications/{notification_id}', () => {
  it('returns a notification without marking it as read, and none of another account', async () => {
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
    const { json } = await api.read(getNotification, `/api/user/notifications/${eventIdOf(event)}`);
    expect(json).toMatchObject({ ticker: 'AURW', read_at: null });
    expect((await api.get(`/api/user/notifications/${eventIdOf(other)}`)).status).toBe(404);
  });
});

import { describe, expect, it } from 'vitest';
import { filingEvent, publishEvents, seedAurora } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';

const database = useTestDatabase();
const api = useTestApi(database, {}, 'free');

describe('GET /api/user/notifications/unread-count', () => {
  it('counts the unread notifications of the account', async () => {
    const issuerId = await seedAurora(database.db);
    await createWatcher(database.db, 'free@example.org', [{ issuerId, ticker: 'AURW' }], 'free');
    await createWatcher(database.db, 'other@example.org', [{ issuerId, ticker: 'AURW' }]);
    const count = async () => (await api.get('/api/user/notifications/unread-count')).json;
    expect(await count()).toEqual({ unread_count: 0 });
    await publishEvents(database.db, [filingEvent(issuerId, 'one'), filingEvent(issuerId, 'two')]);
    expect(await count()).toEqual({ unread_count: 2 });
  });
});

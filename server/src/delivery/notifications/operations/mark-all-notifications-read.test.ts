import { describe, expect, it } from 'vitest';
import { filingEvent, publishEvents, seedAurora } from '../../../../test/accounts/notify.ts';
import { createWatcher } from '../../../../test/accounts/watch.ts';
import { useTestApi } from '../../../../test/api.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';

const database = useTestDatabase();
const api = useTestApi(database);

describe('POST /api/user/notifications/read-all', () => {
  it('marks every notification of the account as read, and of no other account', async () => {
    const issuerId = await seedAurora(database.db);
    await createWatcher(database.db, 'business@example.org', [{ issuerId, ticker: 'AURW' }]);
    const other = await createWatcher(database.db, 'other@example.org', [{ issuerId, ticker: 'AURW' }]);
    await publishEvents(database.db, [filingEvent(issuerId, 'one'), filingEvent(issuerId, 'two')]);
    const { status, text } = await api.send('POST', '/api/user/notifications/read-all');
    expect([status, text]).toEqual([204, '']);
    const unread = await database.db.query(sql`select account_id from notifications where read_at is null`);
    expect(unread).toEqual([{ account_id: other }, { account_id: other }]);
  });
});

import { describe, expect, it } from 'vitest';
import { faultsOf, newPerson, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
const api = usePeopleApi(database);

describe('GET /api/user/keys', () => {
  it('lists the keys of the account, newest first, without their secrets', async () => {
    const [mine, other] = [await newPerson(database.db), await newPerson(database.db)];
    const made = await api.as(mine, 'POST /api/user/keys', { name: 'second', scopes: ['data:read'] });
    const { json, text } = await api.as(mine, 'GET /api/user/keys');
    expect(json.items).toEqual([
      expect.objectContaining({ key_id: made.json.key_id, name: 'second', scopes: ['data:read'], last_used_at: null }),
      expect.objectContaining({ key_id: mine.keyId, name: 'first', hint: mine.key.slice(0, 10), expires_at: null }),
    ]);
    expect(text).not.toContain(mine.key);
    expect(text).not.toContain(String(made.json.key));
    expect(text).not.toContain(other.keyId);
    expect(faultsOf(await api.as(mine, `GET /api/user/keys?account_id=${other.accountId}`))).toEqual([
      'query.account_id',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { newPerson, usePeopleApi } from '../../../test/accounts/people.ts';
import { useTestDatabase } from '../../../test/database.ts';

const database = useTestDatabase();
let now = new Date('2026-03-31T12:00:00Z');
const api = usePeopleApi(database, () => now);

describe('DELETE /api/user/keys/{key_id}', () => {
  it('revokes a key within a second, after which it is not found', async () => {
    const mine = await newPerson(database.db);
    const { json } = await api.as(mine, 'POST /api/user/keys', { name: 'second' });
    const second = { ...mine, key: String(json.key) };
    expect((await api.as(second, 'GET /api/user')).status).toBe(200);
    expect((await api.as(mine, `DELETE /api/user/keys/${json.key_id}`)).status).toBe(204);
    now = new Date(now.getTime() + 1_001);
    expect((await api.as(second, 'GET /api/user')).status).toBe(401);
    expect((await api.as(mine, `DELETE /api/user/keys/${json.key_id}`)).status).toBe(404);
  });

  it('rejects keys of other accounts and malformed ids', async () => {
    const [mine, other] = [await newPerson(database.db), await newPerson(database.db)];
    const { status, json } = await api.as(mine, `DELETE /api/user/keys/${other.keyId}`);
    expect([status, json.error]).toEqual([404, 'not_found']);
    now = new Date(now.getTime() + 2_000);
    expect((await api.as(other, 'GET /api/user')).status).toBe(200);
    for (const id of ['1', "x' or 1=1", `${other.keyId}0`, '%00']) {
      expect((await api.as(mine, `DELETE /api/user/keys/${encodeURIComponent(id)}`)).status).toBe(422);
    }
  });
});

import type { AccountKey } from '../keys/account-keys.ts';

/** The wire shape of a key. */
export function toUserKey(key: AccountKey) {
  return {
    key_id: key.keyId,
    name: key.name,
    hint: key.hint,
    scopes: [...key.scopes],
    client_id: key.clientId,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
  };
}

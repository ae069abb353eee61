import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Access } from './account.ts';
import { digestOfKey, findKey, type KnownKey } from './api-keys.ts';

/** What a caller presented, judged. */
export type Authentication = Access | null;

/** Tells who presents a secret. OAuth tokens will come in behind the same function. */
export interface Authenticator {
  /** What is already known of a secret, without asking the database; undefined = must be looked up. */
  known(secret: string): Authentication | undefined;
  /** Null where the secret is unknown, revoked or expired. */
  authenticate(secret: string): Promise<Authentication>;
}

export interface AuthenticatorOptions {
  db: Database;
  now: () => Date;
  /** For so long an answer of the database is trusted: the time that a revoked key may live on. */
  cacheMs?: number;
}

const DEFAULT_CACHE_MS = 1_000;
const CACHED_SECRETS = 20_000;
/** `afk_` and 43 characters; OAuth tokens are of that order. What is longer is not worth a digest. */
const LONGEST_SECRET = 512;

/**
 * Authenticates API keys by the digest of the secret: no comparison of secrets takes place, so nothing about a stored
 * one can be learnt from the time that an answer takes. Unknown secrets are remembered as well, so that repeating a
 * wrong one costs no query.
 */
export function createAuthenticator({ db, now, cacheMs = DEFAULT_CACHE_MS }: AuthenticatorOptions): Authenticator {
  const found = new LRUCache<string, { key: KnownKey | null }>({
    max: CACHED_SECRETS,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const underWay = new Map<string, Promise<KnownKey | null>>();

  function lookUp(digest: Buffer, name: string): Promise<KnownKey | null> {
    const running = underWay.get(name);
    if (running) return running;
    const lookup = findKey(db, digest, now())
      .then(key => {
        found.set(name, { key });
        return key;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return lookup;
  }

  function judge(key: KnownKey | null): Authentication {
    if (!key) return null;
    if (key.expiresAtMs !== null && key.expiresAtMs <= now().getTime()) return null;
    const { account, keyId, scopes } = key;
    return { account, credential: { kind: 'key', id: keyId, scopes, clientId: null, resource: null } };
  }

  return {
    known(secret) {
      if (secret.length > LONGEST_SECRET) return null;
      const cached = found.get(digestOfKey(secret).toString('base64'));
      return cached === undefined ? undefined : judge(cached.key);
    },
    async authenticate(secret) {
      if (secret.length > LONGEST_SECRET) return null;
      const digest = digestOfKey(secret);
      return judge(await lookUp(digest, digest.toString('base64')));
    },
  };
}

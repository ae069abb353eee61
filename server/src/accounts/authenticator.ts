import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Access } from './account.ts';
import { digestOfKey, findKey, KEY_PREFIX } from './keys/api-keys.ts';
import { findAccessToken } from './oauth/access-tokens.ts';

/** What a caller presented, judged. */
export type Authentication = Access | null;

/** Tells who presents a secret: an API key or an access token of an OAuth client. */
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
/** Keys have 47 characters, tokens 43. What is longer is not worth a digest. */
const LONGEST_SECRET = 512;

/** Who a secret stands for, as of the moment it was read. */
interface Known {
  access: Access;
  /** Milliseconds since 1970, null = never. */
  expiresAtMs: number | null;
}

/**
 * Authenticates by the digest of the secret: no comparison of secrets takes place, so nothing about a stored one can be
 * learnt from the time that an answer takes. Unknown secrets are remembered as well, so that repeating a wrong one costs
 * no query.
 */
export function createAuthenticator({ db, now, cacheMs = DEFAULT_CACHE_MS }: AuthenticatorOptions): Authenticator {
  const found = new LRUCache<string, { known: Known | null }>({
    max: CACHED_SECRETS,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const underWay = new Map<string, Promise<Known | null>>();

  function lookUp(secret: string): Promise<Known | null> {
    const digest = digestOfKey(secret);
    const name = digest.toString('base64');
    const running = underWay.get(name);
    if (running) return running;
    const find = secret.startsWith(KEY_PREFIX) ? findKeyAccess : findAccessToken;
    const lookup = find(db, digest, now())
      .then(known => {
        found.set(name, { known });
        return known;
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return lookup;
  }

  function judge(known: Known | null): Authentication {
    if (!known) return null;
    return known.expiresAtMs !== null && known.expiresAtMs <= now().getTime() ? null : known.access;
  }

  return {
    known(secret) {
      if (secret.length > LONGEST_SECRET) return null;
      const cached = found.get(digestOfKey(secret).toString('base64'));
      return cached === undefined ? undefined : judge(cached.known);
    },
    async authenticate(secret) {
      return secret.length > LONGEST_SECRET ? null : judge(await lookUp(secret));
    },
  };
}

async function findKeyAccess(db: Database, digest: Buffer, now: Date): Promise<Known | null> {
  const key = await findKey(db, digest, now);
  if (key === null) return null;
  const { keyId, account, scopes, expiresAtMs } = key;
  return {
    access: { account, credential: { kind: 'key', id: keyId, scopes, clientId: null, resource: null } },
    expiresAtMs,
  };
}

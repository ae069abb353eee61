import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';
import type { Access } from './account.ts';
import { digestOfKey, findKey, KEY_PREFIX } from './keys/api-keys.ts';
import { findAccessToken } from './oauth/access-tokens.ts';

/** Null if the secret is unknown, revoked or expired. */
export type Authentication = Access | null;

/** Resolves a secret (an API key or an OAuth access token) to an account. */
export interface Authenticator {
  /** The cached result, without a database query; undefined if the secret is not cached. */
  known(secret: string): Authentication | undefined;
  authenticate(secret: string): Promise<Authentication>;
  /** Drops everything cached, so that the next use of each secret is looked up. */
  forget(): void;
  close(): void;
}

export interface AuthenticatorOptions {
  db: Database;
  now: () => Date;
  /** Receives the notice of a revocation in another process; without it, the cache lifetime is the only bound. */
  listener?: Listener | undefined;
  /** How long a lookup is cached, which is how long a revoked key keeps working if no notice of its revocation arrives. */
  cacheMs?: number;
  /** The clock of the cache. Monotonic, because the time of day can be set back. */
  monotonicMs?: () => number;
}

/** The channel that database triggers notify when a key, token, grant, session or plan changes. */
const CHANNEL = 'asfiled_credentials';

const DEFAULT_CACHE_MS = 1_000;
const CACHED_SECRETS = 20_000;
/** The form of keys (with their prefix) and tokens. Other secrets are rejected without a digest and without a query. */
const WELL_FORMED = /^(afk_)?[A-Za-z0-9_-]{43}$/;

/** A lookup result as of the moment it was read. */
interface Known {
  access: Access;
  /** Milliseconds since 1970, null = never. */
  expiresAtMs: number | null;
}

/**
 * Authenticates by the digest of the secret. Secrets are never compared, so response times reveal nothing about stored
 * ones. Unknown secrets are cached too, so that repeating a wrong one costs no query.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { db, now, listener, cacheMs = DEFAULT_CACHE_MS, monotonicMs = () => performance.now() } = options;
  const found = new LRUCache<string, { known: Known | null }>({
    max: CACHED_SECRETS,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: monotonicMs },
  });
  let pending = new Map<string, Promise<Known | null>>();
  const stopListening = listener?.on(CHANNEL, forget);

  /** Lookups that have started may have read the old state, so they are neither shared nor cached. */
  function forget(): void {
    found.clear();
    pending = new Map();
  }

  function lookUp(secret: string): Promise<Known | null> {
    const digest = digestOfKey(secret);
    const name = digest.toString('base64');
    const lookups = pending;
    const running = lookups.get(name);
    if (running) return running;
    const startedMs = monotonicMs();
    const find = secret.startsWith(KEY_PREFIX) ? findKeyAccess : findAccessToken;
    const lookup = find(db, digest, now())
      .then(known => {
        if (lookups === pending) found.set(name, { known }, { start: startedMs });
        return known;
      })
      .finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  }

  function unlessExpired(known: Known | null): Authentication {
    if (!known) return null;
    return known.expiresAtMs !== null && known.expiresAtMs <= now().getTime() ? null : known.access;
  }

  return {
    known(secret) {
      if (!WELL_FORMED.test(secret)) return null;
      const cached = found.get(digestOfKey(secret).toString('base64'));
      return cached === undefined ? undefined : unlessExpired(cached.known);
    },
    async authenticate(secret) {
      return WELL_FORMED.test(secret) ? unlessExpired(await lookUp(secret)) : null;
    },
    forget,
    close: () => stopListening?.(),
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

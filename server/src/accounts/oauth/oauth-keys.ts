import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Database, sql } from '../../db/database.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';

/** Signing keys of the authorization server. */
export interface OAuthKeys {
  /** Private ES256 keys (RFC 7517); the first one signs. */
  jwks: { keys: JsonWebKey[] };
  /** Keys that sign cookies, newest first. */
  cookieKeys: string[];
}

const NAME = 'keys';
const PLACE = 'oauth keys';
const COOKIE_KEY_BYTES = 32;

const keysSchema = z.object({
  jwks: z.object({ keys: z.array(z.record(z.string(), z.string())).min(1) }),
  cookieKeys: z.array(z.string()).min(1),
});

/** Loads the keys of this store, or creates them. Processes that start concurrently get the same keys. */
export async function loadOAuthKeys(db: Database, box: SecretBox): Promise<OAuthKeys> {
  const known = await readKeys(db, box);
  if (known !== null) return known;
  await db.execute(sql`
    insert into oauth_keys (name, sealed) values (${NAME}, ${box.seal(JSON.stringify(newKeys()), PLACE)})
    on conflict (name) do nothing`);
  const made = await readKeys(db, box);
  if (made === null) throw new Error('storing the keys of the authorization server failed');
  return made;
}

/** Keys that still verify after a rotation, besides the new one. */
const MAX_OLD_KEYS = 2;

/**
 * Replaces the signing keys. Old ones still verify, so that cookies and ID tokens stay valid, unless `retiresOld`, which
 * ends all browser sessions. Returns the id of the new key.
 */
export async function rotateOAuthKeys(
  db: Database,
  box: SecretBox,
  { retiresOld }: { retiresOld: boolean },
): Promise<{ kid: string; oldKeys: number }> {
  await loadOAuthKeys(db, box);
  return db.transaction(async tx => {
    await tx.execute(sql`select from oauth_keys where name = ${NAME} for update`);
    const held = await readKeys(tx, box);
    const made = newKeys();
    const oldKeys = retiresOld || held === null ? [] : held.jwks.keys.slice(0, MAX_OLD_KEYS);
    const oldCookieKeys = retiresOld || held === null ? [] : held.cookieKeys.slice(0, MAX_OLD_KEYS);
    const keys: OAuthKeys = {
      jwks: { keys: [...made.jwks.keys, ...oldKeys] },
      cookieKeys: [...made.cookieKeys, ...oldCookieKeys],
    };
    await tx.execute(sql`
      update oauth_keys set sealed = ${box.seal(JSON.stringify(keys), PLACE)}, created_at = now() where name = ${NAME}`);
    return { kid: String(made.jwks.keys[0]?.kid), oldKeys: oldKeys.length };
  });
}

async function readKeys(db: Database, box: SecretBox): Promise<OAuthKeys | null> {
  const row = await db.queryOne<{ sealed: Buffer }>(sql`select sealed from oauth_keys where name = ${NAME}`);
  return row === null ? null : keysSchema.parse(JSON.parse(box.open(row.sealed, PLACE)));
}

function newKeys(): OAuthKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(8).toString('base64url');
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] },
    cookieKeys: [randomBytes(COOKIE_KEY_BYTES).toString('base64url')],
  };
}

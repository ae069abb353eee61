import { createHash } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';

/** How often something may be attempted: `burst` times at once, then once every `everySeconds`. */
export interface Throttle {
  name: string;
  burst: number;
  everySeconds: number;
}

/** Password attempts on one account from one IP address, so that guesses from elsewhere do not delay its owner. */
export const PASSWORD_BY_ACCOUNT_AND_CLIENT: Throttle = { name: 'pair', burst: 10, everySeconds: 60 };
/** Password attempts on one account from all IP addresses that have not signed in to it before. */
export const PASSWORD_BY_ACCOUNT: Throttle = { name: 'password', burst: 200, everySeconds: 10 };
/** Attempts of the bearer of a key or token to pass as the owner of its account. */
export const PROOF_BY_ACCOUNT: Throttle = { name: 'proof', burst: 10, everySeconds: 60 };
/** Password attempts from one IP address, on any account. */
export const PASSWORD_BY_CLIENT: Throttle = { name: 'address', burst: 50, everySeconds: 10 };
/** Attempts at the second factor of one account. */
export const CODE_BY_ACCOUNT: Throttle = { name: 'code', burst: 5, everySeconds: 300 };
/** Mails requested from one IP address, to any recipient. */
export const MAIL_BY_CLIENT: Throttle = { name: 'asker', burst: 10, everySeconds: 60 };
/** Exports of one account; each reads everything it owns. */
export const EXPORT_BY_ACCOUNT: Throttle = { name: 'export', burst: 5, everySeconds: 60 };
/** OAuth clients registered from one IP address. */
export const REGISTRATION_BY_CLIENT: Throttle = { name: 'registration', burst: 50, everySeconds: 300 };
/** Mails that unauthenticated requests can trigger to one recipient. */
export const MAIL_BY_RECIPIENT: Throttle = { name: 'mail', burst: 3, everySeconds: 600 };

/**
 * Takes one attempt and returns 0, or returns the whole seconds to wait if none is left. The state is in the database and
 * shared by all processes (generic cell rate algorithm: only the moment at which all attempts are available again is
 * stored). Subjects are stored as digests, so that what unauthenticated users type is not collected.
 */
export async function takeAttempt(db: Database, throttle: Throttle, subject: string, now: Date): Promise<number> {
  const { everySeconds, burst } = throttle;
  const key = keyOf(throttle, subject);
  const at = now.toISOString();
  const latest = new Date(now.getTime() + burst * everySeconds * 1000).toISOString();
  const taken = await db.execute(sql`
    insert into throttles as held (subject, full_at)
    values (${key}, ${at}::timestamptz + make_interval(secs => ${everySeconds}))
    on conflict (subject) do update
    set full_at = greatest(held.full_at, ${at}::timestamptz) + make_interval(secs => ${everySeconds})
    where greatest(held.full_at, ${at}::timestamptz) + make_interval(secs => ${everySeconds}) <= ${latest}::timestamptz`);
  if (taken === 1) return 0;
  const held = await db.queryOne<{ full_at: string }>(sql`select full_at from throttles where subject = ${key}`);
  const fullInMs = held === null ? 0 : Date.parse(held.full_at) - now.getTime();
  return Math.max(1, Math.ceil(fullInMs / 1000 - (burst - 1) * everySeconds));
}

/** Returns an attempt that succeeded, so that it does not count. */
export async function returnAttempt(db: Database, throttle: Throttle, subject: string): Promise<void> {
  await db.execute(sql`
    update throttles set full_at = full_at - make_interval(secs => ${throttle.everySeconds})
    where subject = ${keyOf(throttle, subject)}`);
}

/** Resets all attempts of a subject. */
export async function clearAttempts(db: Database, throttle: Throttle, subject: string): Promise<void> {
  await db.execute(sql`delete from throttles where subject = ${keyOf(throttle, subject)}`);
}

/** Deletes subjects that have all their attempts available. */
export async function purgeThrottles(db: Database, now: Date): Promise<void> {
  await db.execute(sql`delete from throttles where full_at < ${now.toISOString()}`);
}

function keyOf({ name }: Throttle, subject: string): string {
  return `${name} ${createHash('sha256').update(subject).digest('base64url')}`;
}

/** The key under which an IP address is rate limited: IPv6 addresses share their /64, which one household owns. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = Math.max(0, 8 - groups.length - tail.split(':').length);
  return [...groups, ...new Array(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}

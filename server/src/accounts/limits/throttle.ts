import { createHash } from 'node:crypto';
import { type Database, sql } from '../../db/database.ts';

/** How often something may be tried: `burst` times at once, and then once every `everySeconds`. */
export interface Throttle {
  name: string;
  burst: number;
  everySeconds: number;
}

/** Guesses at the password of one account. */
export const PASSWORD_BY_ACCOUNT: Throttle = { name: 'password', burst: 10, everySeconds: 60 };
/** Guesses from one address, at whatever accounts. */
export const PASSWORD_BY_CLIENT: Throttle = { name: 'address', burst: 50, everySeconds: 10 };
/** Guesses at the second factor of one account. */
export const CODE_BY_ACCOUNT: Throttle = { name: 'code', burst: 5, everySeconds: 300 };
/** Mail that one internet address can have sent, to whomever. */
export const MAIL_BY_CLIENT: Throttle = { name: 'asker', burst: 10, everySeconds: 60 };
/** Exports of one account: each reads all that it owns. */
export const EXPORT_BY_ACCOUNT: Throttle = { name: 'export', burst: 5, everySeconds: 60 };
/** Mail that strangers can have sent to one address. */
export const MAIL_BY_RECIPIENT: Throttle = { name: 'mail', burst: 3, everySeconds: 600 };

/**
 * Takes one try and answers 0, or the whole seconds to wait where none is left. The count is in the database, one
 * statement for all processes (a generic cell rate: only the moment at which all tries are back is kept). Subjects are
 * kept as digests: what strangers type is not collected.
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

/** Gives a try back that was none: what was tried was right. */
export async function returnAttempt(db: Database, throttle: Throttle, subject: string): Promise<void> {
  await db.execute(sql`
    update throttles set full_at = full_at - make_interval(secs => ${throttle.everySeconds})
    where subject = ${keyOf(throttle, subject)}`);
}

/** Forgets all tries of a subject. */
export async function clearAttempts(db: Database, throttle: Throttle, subject: string): Promise<void> {
  await db.execute(sql`delete from throttles where subject = ${keyOf(throttle, subject)}`);
}

/** Forgets subjects that have all their tries. */
export async function purgeThrottles(db: Database, now: Date): Promise<void> {
  await db.execute(sql`delete from throttles where full_at < ${now.toISOString()}`);
}

function keyOf({ name }: Throttle, subject: string): string {
  return `${name} ${createHash('sha256').update(subject).digest('base64url')}`;
}

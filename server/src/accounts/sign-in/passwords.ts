import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { revokeKeysOfApps } from '../keys/account-keys.ts';
import { CODE_BY_ACCOUNT, clearAttempts, PASSWORD_BY_ACCOUNT, PROOF_BY_ACCOUNT } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { endAllSessions } from '../oauth/sessions.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;

/** argon2id (RFC 9106) with the second of the equivalent configurations in OWASP's Password Storage Cheat Sheet. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PARAMETERS = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;

/** Concurrent hashes: they run in Node's thread pool, which also serves file reads and compression. */
const MAX_CONCURRENT = 2;

/** The most common passwords that are long enough. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  '1234567890',
  '12345678910',
  '0123456789',
  '0987654321',
  '9876543210',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  'q1w2e3r4t5',
  'qwertyuiop',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  'asdfghjkl1',
  'password12',
  'password123',
  'password1234',
  'passw0rd123',
  'p@ssw0rd123',
  'iloveyou12',
  'iloveyou123',
  'letmein123',
  'welcome123',
  'administrator',
  'changeme123',
  'correcthorsebatterystaple',
]);
const MIN_DISTINCT_CHARACTERS = 4;

/** Why a password is not acceptable, as a predicate after the field's name; null if it is acceptable. */
export function passwordProblem(password: string, email: string): string | null {
  const characters = [...password.normalize('NFKC')];
  if (characters.length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (characters.length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const folded = characters.join('').toLowerCase();
  if (COMMON_PASSWORDS.has(folded)) return 'is too common';
  if (new Set(folded).size < MIN_DISTINCT_CHARACTERS) {
    return `must have at least ${MIN_DISTINCT_CHARACTERS} different characters`;
  }
  if (folded === email || folded === email.split('@')[0]) return 'must not be the email address';
  return null;
}

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$<salt>$<tag>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES }, TAG_BYTES);
  return toPhc(salt, tag);
}

/**
 * Whether a password matches a hash. Without a hash (unknown account, or an account without a password) the check takes
 * the same time and is false.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const phc = hash ?? toPhc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  const { salt, tag, cost } = fromPhc(phc);
  const derived = await derive(password, salt, cost, tag.length);
  return timingSafeEqual(derived, tag) && hash !== null;
}

/** Whether a hash was made with other parameters than the current ones. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(`$argon2id$v=19$${PARAMETERS}$`);
}

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

function toPhc(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$${PARAMETERS}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function fromPhc(hash: string): { salt: Buffer; tag: Buffer; cost: Cost } {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('a stored password hash is not an argon2id PHC string');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64'), cost };
}

/** Normalizes Unicode first, because keyboards encode the same characters differently (NIST SP 800-63B). */
function derive(password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, (error, tag) =>
          error === null ? resolve(tag) : reject(error),
        );
      }),
  );
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>(resolve => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Sets the password of an account, and revokes what the old one gave access to: sessions, OAuth grants, the keys that
 * OAuth clients created, and unused reset links. Notifies the owner by mail, and resets the sign-in throttles so that
 * guesses by others do not lock the owner out.
 */
export async function setPassword(
  tx: Transaction,
  { accountId, email, hash }: { accountId: string; email: string; hash: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into passwords (account_id, hash, set_at) values (${accountId}, ${hash}, ${now.toISOString()})
    on conflict (account_id) do update set hash = excluded.hash, set_at = excluded.set_at`);
  await tx.execute(sql`delete from reset_tokens where account_id = ${accountId}`);
  await endAllSessions(tx, accountId);
  await revokeKeysOfApps(tx, accountId, null, now);
  await clearAttempts(tx, PASSWORD_BY_ACCOUNT, email);
  await clearAttempts(tx, PROOF_BY_ACCOUNT, accountId);
  await clearAttempts(tx, CODE_BY_ACCOUNT, accountId);
  await recordAudit(tx, accountId, 'password_set');
  await queueMail(tx, { kind: 'password_set', email }, now);
}

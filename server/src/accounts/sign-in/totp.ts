import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Account } from '../account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { CODE_BY_ACCOUNT, clearAttempts } from '../limits/throttle.ts';
import { queueMail } from '../mail/mail-queue.ts';

export interface TotpServices {
  db: Database;
  secretBox: SecretBox;
}

/** RFC 6238 with the defaults of common authenticator apps: SHA-1, six digits, thirty seconds. */
const ISSUER = 'asfiled';
const SECRET_BYTES = 20;
/** Codes of the previous and next step are accepted too: clocks differ, and typing takes a while (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** A second factor that is not confirmed yet. */
export interface TotpEnrolment {
  /** Base32, for manual entry. */
  secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  url: string;
}

/** Creates a secret, replacing an unconfirmed one. Throws `conflict` if two-step sign-in is already enabled. */
export async function startTotp({ db, secretBox }: TotpServices, account: Account, now: Date): Promise<TotpEnrolment> {
  const { accountId, email } = account;
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const started = await db.execute(sql`
    insert into second_factors as f (account_id, secret, started_at)
    values (${accountId}, ${secretBox.seal(secret, place(accountId))}, ${now.toISOString()})
    on conflict (account_id) do update set secret = excluded.secret, started_at = excluded.started_at
    where f.confirmed_at is null`);
  if (started === 0) throw new AsfiledError('conflict', 'Two-step sign-in is already enabled. Disable it first.');
  return { secret, url: totpOf(secret, email).toString() };
}

/**
 * Enables two-step sign-in with a first code, and returns the recovery codes, which are shown once. Null if the code is
 * wrong; throws `conflict` if no enrolment is pending.
 */
export async function confirmTotp(
  services: TotpServices,
  { accountId, email }: Account,
  code: string,
  now: Date,
): Promise<string[] | null> {
  const held = await readFactor(services, accountId);
  if (held === null || held.isConfirmed) {
    throw new AsfiledError('conflict', 'No pending two-factor enrolment. Start one first.');
  }
  const step = stepOf(held.secret, code, now);
  if (step === null) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const isOn = await services.db.transaction(async tx => {
    const confirmed = await tx.execute(sql`
      update second_factors set confirmed_at = ${now.toISOString()}, last_step = ${step}
      where account_id = ${accountId} and confirmed_at is null and secret = ${held.sealed}`);
    if (confirmed === 0) return false;
    const digests = codes.map(recoveryCode => digestOfRecoveryCode(accountId, recoveryCode));
    await tx.execute(sql`
      insert into recovery_codes (account_id, digest) select ${accountId}::uuid, unnest(${digests}::bytea[])`);
    await clearAttempts(tx, CODE_BY_ACCOUNT, accountId);
    await recordAudit(tx, accountId, 'two_step_enabled');
    await queueMail(tx, { kind: 'second_factor_on', email }, now);
    return true;
  });
  if (!isOn) throw new AsfiledError('conflict', 'The two-factor enrolment was replaced by a newer one. Start again.');
  return codes;
}

/** Whether a code of the app or a recovery code is valid. Consumes it: each code works once. */
export async function consumeCode(
  services: TotpServices,
  accountId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = text.replace(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(services.db, accountId, code, now);
  const held = await readFactor(services, accountId);
  const step = held?.isConfirmed === true ? stepOf(held.secret, code, now) : null;
  if (step === null) return false;
  const used = await services.db.execute(sql`
    update second_factors set last_step = ${step}
    where account_id = ${accountId} and confirmed_at is not null and last_step < ${step}`);
  return used === 1;
}

/** Disables two-step sign-in and deletes its codes; false if it was disabled. Notifies the owner by mail. */
export async function removeTotp(db: Database, { accountId, email }: Account, now: Date): Promise<boolean> {
  return db.transaction(async tx => {
    await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`);
    const removed = await tx.queryOne<{ was_on: boolean }>(sql`
      delete from second_factors where account_id = ${accountId} returning confirmed_at is not null as was_on`);
    const wasOn = removed?.was_on ?? false;
    if (!wasOn) return false;
    await recordAudit(tx, accountId, 'two_step_disabled');
    await queueMail(tx, { kind: 'second_factor_off', email }, now);
    return true;
  });
}

interface Factor {
  secret: string;
  sealed: Buffer;
  isConfirmed: boolean;
}

async function readFactor({ db, secretBox }: TotpServices, accountId: string): Promise<Factor | null> {
  const row = await db.queryOne<{ secret: Buffer; confirmed_at: string | null }>(sql`
    select secret, confirmed_at from second_factors where account_id = ${accountId}`);
  if (row === null) return null;
  const secret = secretBox.open(row.secret, place(accountId));
  return { secret, sealed: row.secret, isConfirmed: row.confirmed_at !== null };
}

/** The time step of a code; null if no accepted step matches. Compares in constant time. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: WINDOW_STEPS, timestamp });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}

async function useRecoveryCode(db: Database, accountId: string, code: string, now: Date): Promise<boolean> {
  const used = await db.execute(sql`
    update recovery_codes set used_at = ${now.toISOString()}
    where account_id = ${accountId} and digest = ${digestOfRecoveryCode(accountId, code)} and used_at is null`);
  if (used === 1) await recordAudit(db, accountId, 'recovery_code_used');
  return used === 1;
}

/** `abcd-efgh-ijkl-mnop`: 80 random bits, so that its digest cannot be reversed. */
function newRecoveryCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase();
  return letters.replace(/(.{4})(?!$)/g, '$1-');
}

function digestOfRecoveryCode(accountId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${accountId} ${code.replaceAll('-', '')}`)
    .digest();
}

function place(accountId: string): string {
  return `totp ${accountId}`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../db/database.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { createToken } from '../sign-in/tokens.ts';
import { alreadySignedUpText, confirmSignUpText, passwordSetText, resetText, secondFactorText } from './mail-texts.ts';
import type { Mail, Mailer } from './mailer.ts';

/** A mail that waits to be composed and sent. */
export type QueuedMail =
  | { kind: 'sign_up'; email: string; passwordHash: string }
  | { kind: 'reset' | 'password_set' | 'second_factor_on' | 'second_factor_off'; email: string };

export interface MailServices {
  db: Database;
  mailer: Mailer;
  log: Log;
  now: () => Date;
  /** The public origin of the service, such as `https://filings.example.com`; never taken from a request. */
  origin: () => string;
}

const SIGN_UP_HOURS = 24;
const RESET_MINUTES = 60;
const MAX_ATTEMPTS = 8;
const POLL_INTERVAL_MS = 1_000;
/** A hanging SMTP server does not delay shutdown: unsent mail is retried after the next start. */
const STOP_TIMEOUT_MS = 2_000;

/**
 * Queues a mail in the database. Responses and their timing are therefore the same whether or not the address has an
 * account, and mail survives a process crash.
 */
export async function queueMail(db: Database, mail: QueuedMail, now: Date): Promise<void> {
  const at = now.toISOString();
  const passwordHash = mail.kind === 'sign_up' ? mail.passwordHash : null;
  await db.execute(sql`
    insert into mails (kind, email, password_hash, queued_at, next_attempt_at)
    values (${mail.kind}, ${mail.email}, ${passwordHash}, ${at}, ${at})`);
}

/** Creates a token that sets a new password for an account, valid for an hour. */
export async function createResetToken(db: Database, accountId: string, now: Date): Promise<string> {
  const { token, digest } = createToken();
  await db.execute(sql`
    insert into reset_tokens (digest, account_id, expires_at)
    values (${digest}, ${accountId}, ${new Date(now.getTime() + RESET_MINUTES * 60_000).toISOString()})`);
  return token;
}

/** Sends queued mail, at least once each. Retries failed mail with exponential backoff. */
export async function sendQueuedMail(services: MailServices): Promise<void> {
  for (;;) {
    const waiting = await claim(services);
    if (waiting === null) return;
    try {
      const mail = await compose(services, waiting);
      if (mail !== null) await services.mailer.send(mail);
      await remove(services.db, waiting);
    } catch (error) {
      const isLast = waiting.attempts >= MAX_ATTEMPTS;
      const details = { kind: waiting.kind, attempt: waiting.attempts, error: messageOf(error) };
      services.log.error(details, isLast ? 'mail discarded after the last attempt' : 'sending mail failed, will retry');
      if (isLast) await remove(services.db, waiting);
    }
  }
}

/** Sends queued mail every second until it is stopped. Any number of processes may run one. */
export function startMailSender(services: MailServices): { stop(): Promise<void> } {
  let sending = Promise.resolve();
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    sending = sendQueuedMail(services)
      .catch(error => services.log.warn({ error: messageOf(error) }, 'mail queue could not be processed'))
      .finally(() => {
        isSending = false;
      });
  }, POLL_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.race([sending, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      services.mailer.close();
    },
  };
}

interface Waiting {
  mail_id: string;
  kind: QueuedMail['kind'];
  email: string;
  password_hash: string | null;
  attempts: number;
}

/** Schedules the next attempt before making this one, so that another process retries if this one dies. */
function claim({ db, now }: MailServices): Promise<Waiting | null> {
  const at = now().toISOString();
  return db.queryOne<Waiting>(sql`
    update mails set
      attempts = attempts + 1,
      next_attempt_at = ${at}::timestamptz + make_interval(mins => (2 ^ attempts)::integer)
    where mail_id = (
      select mail_id from mails where next_attempt_at <= ${at}
      order by next_attempt_at, mail_id limit 1 for update skip locked)
    returning mail_id, kind, email, password_hash, attempts`);
}

async function remove(db: Database, { mail_id }: Waiting): Promise<void> {
  await db.execute(sql`delete from mails where mail_id = ${mail_id}`);
}

/** Null if there is no recipient, because the account no longer exists. */
async function compose({ db, now, origin }: MailServices, waiting: Waiting): Promise<Mail | null> {
  const { kind, email: to, password_hash: passwordHash } = waiting;
  const account = await db.queryOne<{ account_id: string }>(sql`
    select account_id from accounts where email = ${to}`);
  if (kind === 'sign_up') {
    if (account !== null) return { to, ...alreadySignedUpText(origin()) };
    return { to, ...confirmSignUpText(origin(), await newSignUpToken(db, to, passwordHash, now())) };
  }
  if (account === null) return null;
  switch (kind) {
    case 'reset':
      return { to, ...resetText(origin(), await createResetToken(db, account.account_id, now())) };
    case 'password_set':
      return { to, ...passwordSetText(origin()) };
    case 'second_factor_on':
      return { to, ...secondFactorText(origin(), 'on') };
    case 'second_factor_off':
      return { to, ...secondFactorText(origin(), 'off') };
  }
}

async function newSignUpToken(db: Database, email: string, passwordHash: string | null, now: Date): Promise<string> {
  const { token, digest } = createToken();
  const expiresAt = new Date(now.getTime() + SIGN_UP_HOURS * 3_600_000).toISOString();
  await db.execute(sql`
    insert into sign_ups (digest, email, password_hash, expires_at)
    values (${digest}, ${email}, ${passwordHash}, ${expiresAt})`);
  return token;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../db/database.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { createToken } from '../sign-in/tokens.ts';
import { alreadySignedUpText, confirmSignUpText, passwordSetText, resetText, secondFactorText } from './mail-texts.ts';
import type { Mail, Mailer } from './mailer.ts';

/** A mail that is to be written and sent. */
export type QueuedMail =
  | { kind: 'sign_up'; email: string; passwordHash: string }
  | { kind: 'reset' | 'password_set' | 'second_factor_on' | 'second_factor_off'; email: string };

/** What sending takes. */
export interface MailServices {
  db: Database;
  mailer: Mailer;
  log: Log;
  now: () => Date;
  /** The address under which people reach the service, such as `https://filings.example.com`; never from a request. */
  origin: () => string;
}

const SIGN_UP_HOURS = 24;
const RESET_MINUTES = 60;
const ATTEMPTS = 8;
const LOOKS_EVERY_MS = 1_000;
/** A server that hangs holds nobody up: what it has not taken is tried again by the next start. */
const STOPS_WITHIN_MS = 2_000;

/**
 * Has a mail sent. It waits in the database until it is: who asks hears the same in the same time whether or not the
 * address has an account, and a process that dies forgets none.
 */
export async function queueMail(db: Database, mail: QueuedMail, now: Date): Promise<void> {
  const at = now.toISOString();
  const passwordHash = mail.kind === 'sign_up' ? mail.passwordHash : null;
  await db.execute(sql`
    insert into mails (kind, email, password_hash, queued_at, next_attempt_at)
    values (${mail.kind}, ${mail.email}, ${passwordHash}, ${at}, ${at})`);
}

/** A token that sets a new password of an account within the hour. */
export async function createResetToken(db: Database, accountId: string, now: Date): Promise<string> {
  const { token, digest } = createToken();
  await db.execute(sql`
    insert into reset_tokens (digest, account_id, expires_at)
    values (${digest}, ${accountId}, ${new Date(now.getTime() + RESET_MINUTES * 60_000).toISOString()})`);
  return token;
}

/** Sends what waits, each mail at least once; what a server does not take is tried again, later each time. */
export async function sendQueuedMail(services: MailServices): Promise<void> {
  for (;;) {
    const waiting = await claim(services);
    if (waiting === null) return;
    try {
      const mail = await write(services, waiting);
      if (mail !== null) await services.mailer.send(mail);
      await forget(services.db, waiting);
    } catch (error) {
      const isLast = waiting.attempts >= ATTEMPTS;
      const told = { kind: waiting.kind, attempt: waiting.attempts, error: messageOf(error) };
      services.log.error(told, isLast ? 'a mail could not be sent and is given up' : 'a mail could not be sent yet');
      if (isLast) await forget(services.db, waiting);
    }
  }
}

/** Sends from now on, a second after it was asked for at most. Any number of processes may. */
export function startMailSender(services: MailServices): { stop(): Promise<void> } {
  let sending = Promise.resolve();
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    sending = sendQueuedMail(services)
      .catch(error => services.log.warn({ error: messageOf(error) }, 'mail could not be looked after'))
      .finally(() => {
        isSending = false;
      });
  }, LOOKS_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.race([sending, sleep(STOPS_WITHIN_MS, undefined, { ref: false })]);
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

/** The next attempt is set before this one is made: if this process dies on it, another makes it. */
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

async function forget(db: Database, { mail_id }: Waiting): Promise<void> {
  await db.execute(sql`delete from mails where mail_id = ${mail_id}`);
}

/** Null where nobody is to be written to. */
async function write({ db, now, origin }: MailServices, waiting: Waiting): Promise<Mail | null> {
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

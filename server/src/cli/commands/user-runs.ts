import { text as readAll } from 'node:stream/consumers';
import type { Plan } from '../../accounts/account.ts';
import {
  type AccountRecord,
  createAccount,
  deleteAccount,
  findAccount,
  listAccounts,
  setPlan,
} from '../../accounts/accounts.ts';
import { type AuditEvent, listAudit } from '../../accounts/audit/audit-log.ts';
import { adjustCredits, type CreditAdjustment } from '../../accounts/credits/ledger.ts';
import { readWindows } from '../../accounts/credits/usage.ts';
import { exportAccount } from '../../accounts/export-account.ts';
import { listAccountKeys } from '../../accounts/keys/account-keys.ts';
import { createResetToken } from '../../accounts/mail/mail-queue.ts';
import { resetLink } from '../../accounts/mail/mail-texts.ts';
import { hashPassword, passwordProblem, setPassword } from '../../accounts/sign-in/passwords.ts';
import { removeTotp } from '../../accounts/sign-in/totp.ts';
import type { Config } from '../../config/config.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { EXIT } from '../exit-codes.ts';
import { print, printStatus } from '../terminal.ts';
import { type Store, withStore } from '../with-store.ts';

export async function runCreate(
  email: string,
  { plan, passwordStdin }: { plan: Plan; passwordStdin?: true },
): Promise<void> {
  const hash = passwordStdin ? await hashOfInput(email) : null;
  await withStore('user', async ({ db }) => {
    const now = new Date();
    const isMade = await db.transaction(async tx => {
      const account = await createAccount(tx, { email, plan }, now);
      if (account !== null && hash !== null) await setPassword(tx, { ...account, hash }, now);
      return account !== null;
    });
    if (!isMade) return fail(`${email} already has an account`);
    printAccount(await findAccount(db, email));
  });
}

export async function runList({ plan, after, limit }: { plan?: Plan; after: string; limit: number }): Promise<void> {
  const accounts = await withStore('user', ({ db }) => listAccounts(db, { plan: plan ?? null, after, limit }));
  for (const account of accounts) printAccount(account);
  if (accounts.length === 0) printStatus('No accounts found.');
}

interface AuditOptions {
  before?: string;
  limit: number;
}

export async function runAudit(email: string | undefined, { before, limit }: AuditOptions): Promise<void> {
  const list = (db: Store['db'], accountId: string | null) =>
    listAudit(db, { accountId, before: before ?? null, limit });
  if (email !== undefined) {
    await onAccount(email, async ({ db }, { accountId }) => printAudit(await list(db, accountId)));
    return;
  }
  printAudit(await withStore('user', ({ db }) => list(db, null)));
}

function printAudit(events: readonly AuditEvent[]): void {
  for (const { details, ...event } of events) {
    print(
      JSON.stringify({
        event_id: event.eventId,
        account_id: event.accountId,
        occurred_at: event.occurredAt,
        kind: event.kind,
        actor: event.actor,
        actor_id: event.actorId,
        address: event.address,
        user_agent: event.userAgent,
        subject_id: details.id ?? null,
        subject_name: details.name ?? null,
        plan_before: details.planBefore ?? null,
        plan_after: details.planAfter ?? null,
      }),
    );
  }
  if (events.length === 0) printStatus('No events found.');
}

export async function runShow(email: string): Promise<void> {
  await onAccount(email, async ({ db, config }, account) => {
    const now = new Date();
    const { day, month } = await readWindows(db, account.accountId, now);
    const limits = config.plans[account.plan];
    const keys = await listAccountKeys(db, account.accountId);
    print(
      JSON.stringify({
        ...toJson(account),
        credits: {
          day: { used: day.used, given: day.given, limit: limits.creditsPerDay },
          month: { used: month.used, given: month.given, limit: limits.creditsPerMonth },
        },
        keys: keys.map(key => ({
          key_id: key.keyId,
          name: key.name,
          hint: key.hint,
          scopes: key.scopes,
          created_at: key.createdAt,
          last_used_at: key.lastUsedAt,
          expires_at: key.expiresAt,
        })),
      }),
    );
  });
}

export async function runSetPlan(email: string, plan: Plan): Promise<void> {
  await onAccount(email, async ({ db }, account) => {
    await setPlan(db, account.accountId, plan);
    printAccount({ ...account, plan });
  });
}

export async function runSetPassword(email: string): Promise<void> {
  const hash = await hashOfInput(email);
  await onAccount(email, async ({ db }, account) => {
    await db.transaction(tx => setPassword(tx, { ...account, hash }, new Date()));
    printAccount({ ...account, hasPassword: true });
  });
}

export async function runResetLink(email: string): Promise<void> {
  await onAccount(email, async ({ db, config }, account) => {
    const token = await createResetToken(db, account.accountId, new Date());
    print(JSON.stringify({ email, link: resetLink(originOf(config), token), minutes: 60 }));
  });
}

export async function runDisableTotp(email: string): Promise<void> {
  await onAccount(email, async ({ db }, account) => {
    const wasOn = await removeTotp(db, account, new Date());
    if (!wasOn) return fail(`two-step sign-in of ${email} is off`);
    printAccount({ ...account, hasTotp: false, recoveryCodesLeft: 0 });
  });
}

export async function runAdjustCredits(
  kind: CreditAdjustment['kind'],
  email: string,
  { credits, note }: { credits: number; note?: string },
): Promise<void> {
  await onAccount(email, async ({ db }, { accountId }) => {
    const entry = await adjustCredits(db, accountId, { kind, credits, note: note ?? null }, new Date());
    print(
      JSON.stringify({ entry_id: entry.entryId, email, kind, credits, usage_date: entry.usageDate, note: entry.note }),
    );
  });
}

export async function runExport(email: string): Promise<void> {
  await onAccount(email, async ({ db }, { accountId }) => {
    const found = await exportAccount(db, accountId);
    if (found === null) return fail(`${email} was deleted meanwhile`);
    print(JSON.stringify({ account: found.account, ...found.sections, cut: found.cut }));
  });
}

export async function runDelete(email: string, { yes }: { yes?: true }): Promise<void> {
  if (!yes) throw new OperatorError('wrong_setting', `Nothing was deleted. Add --yes to delete ${email} permanently.`);
  await onAccount(email, async ({ db }, { accountId }) => {
    await deleteAccount(db, accountId);
    print(JSON.stringify({ email, account_id: accountId, deleted: true }));
  });
}

/** Runs `work` on the account of an email address; reports an unknown address. */
async function onAccount(email: string, work: (store: Store, account: AccountRecord) => Promise<void>): Promise<void> {
  await withStore('user', async store => {
    const account = await findAccount(store.db, email);
    if (account === null) return fail(`${email} has no account`);
    try {
      await work(store, account);
    } catch (error) {
      if (!(error instanceof AsfiledError)) throw error;
      fail(error.message);
    }
  });
}

/**
 * Reads a password from standard input, because other users can see command lines. Throws {@link OperatorError} if it
 * is not acceptable.
 */
async function hashOfInput(email: string): Promise<string> {
  if (process.stdin.isTTY) printStatus('Enter the password, then Ctrl-D:');
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const fault = passwordProblem(password, email);
  if (fault !== null) throw new OperatorError('wrong_setting', `The password on standard input ${fault}.`);
  return hashPassword(password);
}

function originOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function fail(message: string): void {
  printStatus(`asfiled: ${message}`);
  process.exitCode = EXIT.failed;
}

function printAccount(account: AccountRecord | null): void {
  if (account !== null) print(JSON.stringify(toJson(account)));
}

function toJson(account: AccountRecord): object {
  return {
    account_id: account.accountId,
    email: account.email,
    plan: account.plan,
    created_at: account.createdAt,
    has_password: account.hasPassword,
    has_totp: account.hasTotp,
    recovery_codes_left: account.recoveryCodesLeft,
    keys: account.keys,
  };
}

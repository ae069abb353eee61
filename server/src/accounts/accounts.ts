import { type Database, sql } from '../db/database.ts';
import type { Account, Plan } from './account.ts';
import { recordAudit } from './audit/audit-log.ts';

/** An account as its owner and operators see it. */
export interface AccountRecord extends Account {
  /** ISO 8601 instant. */
  createdAt: string;
  hasPassword: boolean;
  /** Whether two-step sign-in is enabled. */
  hasTotp: boolean;
  /** Unused recovery codes. */
  recoveryCodesLeft: number;
  /** Keys that are not revoked. */
  keys: number;
}

interface AccountRow {
  account_id: string;
  email: string;
  plan: Plan;
  created_at: string;
  has_password: boolean;
  has_totp: boolean;
  codes_left: number;
  keys: number;
}

const COLUMNS = sql`
  a.account_id, a.email, a.plan, a.created_at,
  exists (select from passwords p where p.account_id = a.account_id) as has_password,
  exists (select from second_factors f where f.account_id = a.account_id and f.confirmed_at is not null) as has_totp,
  (select count(*)::integer from recovery_codes c where c.account_id = a.account_id and c.used_at is null) as codes_left,
  (select count(*)::integer from api_keys k where k.account_id = a.account_id and k.revoked_at is null) as keys`;

/** Null if the account does not exist. */
export async function readAccount(db: Database, accountId: string): Promise<AccountRecord | null> {
  const row = await db.queryOne<AccountRow>(sql`select ${COLUMNS} from accounts a where a.account_id = ${accountId}`);
  return row && toRecord(row);
}

/** Finds an account by its email address in lower case. */
export async function findAccount(db: Database, email: string): Promise<AccountRecord | null> {
  const row = await db.queryOne<AccountRow>(sql`select ${COLUMNS} from accounts a where a.email = ${email}`);
  return row && toRecord(row);
}

/** Accounts in the order of their email addresses, starting after `after`. */
export async function listAccounts(
  db: Database,
  { plan, after, limit }: { plan: Plan | null; after: string; limit: number },
): Promise<AccountRecord[]> {
  const rows = await db.query<AccountRow>(sql`
    select ${COLUMNS} from accounts a
    where a.email > ${after} and (${plan}::text is null or a.plan = ${plan})
    order by a.email limit ${limit}`);
  return rows.map(toRecord);
}

/** Creates an account without password or key; null if the email address already has an account. */
export async function createAccount(
  db: Database,
  { email, plan }: { email: string; plan: Plan },
  now: Date,
): Promise<Account | null> {
  return db.transaction(async tx => {
    const row = await tx.queryOne<{ account_id: string }>(sql`
      insert into accounts (email, plan, created_at) values (${email}, ${plan}, ${now.toISOString()})
      on conflict (email) do nothing returning account_id`);
    if (row === null) return null;
    await recordAudit(tx, row.account_id, 'account_created');
    return { accountId: row.account_id, email, plan };
  });
}

/** Changes the plan of an account; every process applies it at once. */
export async function setPlan(db: Database, accountId: string, plan: Plan): Promise<void> {
  await db.transaction(async tx => {
    const held = await tx.queryOne<{ plan: Plan }>(sql`
      select plan from accounts where account_id = ${accountId} for update`);
    if (held === null || held.plan === plan) return;
    await tx.execute(sql`update accounts set plan = ${plan} where account_id = ${accountId}`);
    await recordAudit(tx, accountId, 'plan_changed', { planBefore: held.plan, planAfter: plan });
  });
}

function toRecord(row: AccountRow): AccountRecord {
  return {
    accountId: row.account_id,
    email: row.email,
    plan: row.plan,
    createdAt: row.created_at,
    hasPassword: row.has_password,
    hasTotp: row.has_totp,
    recoveryCodesLeft: row.codes_left,
    keys: row.keys,
  };
}

/**
 * Deletes an account and everything it owns, including its ledger entries, in one transaction; false if the account does
 * not exist. Processes that cached one of its keys or tokens reject it at once. A concurrent debit either commits
 * first and is deleted too, or finds no account.
 */
export async function deleteAccount(db: Database, accountId: string): Promise<boolean> {
  return db.transaction(async tx => {
    // A large account may take longer than the statement timeout.
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    const deleted = await tx.queryOne<{ email: string }>(sql`
      delete from accounts where account_id = ${accountId} returning email`);
    if (deleted === null) return false;
    await tx.execute(sql`delete from ledger where account_id = ${accountId}`);
    await tx.execute(sql`delete from announcements where account_id = ${accountId}`);
    await tx.execute(sql`delete from sign_ups where email = ${deleted.email}`);
    await tx.execute(sql`delete from mails where email = ${deleted.email}`);
    return true;
  });
}

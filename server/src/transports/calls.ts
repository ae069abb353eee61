import type { Access, Account, Scope } from '../accounts/account.ts';
import type { Balance, CreditMeter, Refusal } from '../accounts/credits/credit-meter.ts';
import type { Channel } from '../accounts/credits/take-credits.ts';
import { type PlanTable, planReaches } from '../accounts/plans.ts';
import type { Database } from '../db/database.ts';
import { type AnyOperation, type Downloads, JsonText, type OperationContext } from '../domain/kit/operation.ts';
import { toInstant } from '../kernel/dates.ts';
import { AsfiledError } from '../kernel/errors.ts';
import type { SecretBox } from '../kernel/secrets/secret-box.ts';

/** What a call of an operation takes, whoever carries it: REST and tools share plans, prices and one allowance. */
export interface CallServices {
  db: Database;
  meter: CreditMeter;
  now: () => Date;
  /** Absent where no files are handed out. */
  downloads?: Downloads | undefined;
  secretBox?: SecretBox | undefined;
  webhooks?: OperationContext['webhooks'];
  plans: PlanTable;
  /** Counts what was debited, by operation. */
  countCredits(operation: string, credits: number): void;
}

/** Throws `unauthorized`, `upgrade_required` or `forbidden` where a caller may not call. Null = no credentials. */
export function requireAccess(operation: AnyOperation, access: Access | null): void {
  if (operation.plan === 'public') return;
  if (access === null) {
    throw new AsfiledError(
      'unauthorized',
      'This route needs an API key: send it as X-API-Key, or as Authorization: Bearer.',
    );
  }
  if (!planReaches(access.account.plan, operation.plan)) {
    throw new AsfiledError('upgrade_required', `This route needs the plan ${operation.plan} or above.`, {
      plan_required: operation.plan,
    });
  }
  const scope = scopeOf(operation);
  if (access.credential.scopes.includes(scope)) return;
  throw new AsfiledError('forbidden', `This key or token is not allowed ${scope}.`, { scope_required: scope });
}

/** What a credential must be allowed to call an operation. */
export function scopeOf({ scope }: AnyOperation): Scope {
  return scope ?? 'data:read';
}

/** Throws `quota_exceeded` where it is known already that the call can't be paid for: spares its work. */
export function rejectUnaffordable({ meter }: CallServices, account: Account | null, credits: number): void {
  const refusal = account === null || credits === 0 ? null : meter.cachedRefusal(account, credits);
  if (refusal) throw quotaExceeded(refusal);
}

/** Runs an operation and holds its answer to its shape. */
export async function runOperation(
  { db, now, downloads, secretBox, webhooks, plans }: CallServices,
  operation: AnyOperation,
  access: Access | null,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { account = null, credential } = access ?? {};
  const context = { db, account, credential, now: now(), downloads, secretBox, webhooks, plans };
  const result = await operation.run(context, input);
  return result instanceof JsonText ? result : operation.output.parse(result);
}

/** What a debit left, and the error to end with where it was refused. */
export interface Charge {
  cost: number;
  balance: Balance;
  refusal: AsfiledError | null;
}

/** Debits a call, last of all: what failed on the way never cost anything. */
export async function chargeCall(
  services: CallServices,
  operation: AnyOperation,
  channel: Channel,
  account: Account,
  credits: number,
): Promise<Charge> {
  const debit = await services.meter.debit(account, credits, { operation: operation.name, channel });
  if (!debit.granted) return { cost: 0, balance: debit.balance, refusal: quotaExceeded(debit) };
  if (credits > 0) services.countCredits(operation.name, credits);
  return { cost: credits, balance: debit.balance, refusal: null };
}

function quotaExceeded({ window, balance }: Refusal): AsfiledError {
  const isDay = window === 'day';
  const limit = isDay ? balance.dayLimit : balance.monthLimit;
  const resetsAt = isDay ? balance.dayResetsAt : balance.monthResetsAt;
  return new AsfiledError(
    'quota_exceeded',
    `This call costs more credits than are left of the ${limit} of this ${window}.`,
    { window, limit, resets_at: toInstant(resetsAt.getTime()) },
  );
}

import type { Access, Account, Scope } from '../accounts/account.ts';
import type { Balance, CreditMeter, Refusal } from '../accounts/credits/credit-meter.ts';
import type { Channel } from '../accounts/credits/take-credits.ts';
import type { CallGate } from '../accounts/limits/call-gate.ts';
import { addressKey } from '../accounts/limits/throttle.ts';
import { type PlanTable, planReaches } from '../accounts/plans.ts';
import type { Database } from '../db/database.ts';
import { type AnyOperation, type Downloads, JsonText, type OperationContext } from '../domain/kit/operation.ts';
import { toInstant } from '../kernel/dates.ts';
import { AsfiledError } from '../kernel/errors.ts';
import type { SecretBox } from '../kernel/secrets/secret-box.ts';
import { parseOutput } from './parse-output.ts';

/** Dependencies of operation calls. REST and MCP share plans, prices and credits. */
export interface CallServices {
  db: Database;
  meter: CreditMeter;
  /** Bounds the calls that run at once. */
  gate: CallGate;
  now: () => Date;
  /** Absent if downloads are not available. */
  downloads?: Downloads | undefined;
  secretBox?: SecretBox | undefined;
  webhooks?: OperationContext['webhooks'];
  factReader?: OperationContext['factReader'];
  plans: PlanTable;
  /** Records debited credits by operation. */
  countCredits(operation: string, credits: number): void;
}

/** Throws `unauthorized`, `upgrade_required` or `forbidden` if a caller may not call. `access` is null without credentials. */
export function requireAccess(operation: AnyOperation, access: Access | null): void {
  if (operation.plan === 'public') return;
  if (access === null) {
    throw new AsfiledError(
      'unauthorized',
      'This route requires an API key. Send it as X-API-Key or Authorization: Bearer.',
    );
  }
  if (!planReaches(access.account.plan, operation.plan)) {
    throw new AsfiledError('upgrade_required', `This route requires the plan ${operation.plan} or above.`, {
      plan_required: operation.plan,
    });
  }
  const scope = scopeOf(operation);
  if (access.credential.scopes.includes(scope)) return;
  throw new AsfiledError('forbidden', `This key or token does not have the scope ${scope}.`, { scope_required: scope });
}

/** The scope that a credential needs to call an operation. */
export function scopeOf({ scope }: AnyOperation): Scope {
  return scope ?? 'data:read';
}

/** A call that is about to run. */
export interface PlannedCall {
  access: Access | null;
  /** Credits to reserve; 0 if the call may turn out to be free. */
  credits: number;
  /** The address of the client, which is limited in place of an account. */
  address: string;
  isGone?: () => boolean;
}

/**
 * Does the work of a call, rendering included, within the limits of its account: waits until fewer calls of the account
 * run, and reserves the credits. Throws `rate_limited` or `quota_exceeded` before the work.
 */
export function withinLimits<T>(services: CallServices, planned: PlannedCall, work: () => Promise<T>): Promise<T> {
  const { access, credits, address, isGone } = planned;
  const caller = {
    name: access?.account.accountId ?? `address ${addressKey(address)}`,
    limits: services.plans[access?.account.plan ?? 'free'],
    ...(isGone && { isGone }),
  };
  return services.gate.run(caller, async () => {
    if (access === null || credits === 0) return work();
    const reservation = await services.meter.reserve(access.account, credits);
    if (!reservation.granted) throw quotaExceeded(reservation);
    try {
      return await work();
    } finally {
      reservation.release();
    }
  });
}

/** Runs an operation and validates its output. */
export async function runOperation(
  { db, now, downloads, secretBox, webhooks, factReader, plans }: CallServices,
  operation: AnyOperation,
  access: Access | null,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { account = null, credential } = access ?? {};
  const context = { db, account, credential, now: now(), downloads, secretBox, webhooks, factReader, plans };
  const result = await operation.run(context, input);
  return result instanceof JsonText ? result : parseOutput(operation.output, result);
}

/** The result of a debit, and the error to throw if it was rejected. */
export interface Charge {
  cost: number;
  balance: Balance;
  refusal: AsfiledError | null;
}

/** Debits a call. Runs last, so that failed calls cost nothing. */
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
    `Not enough credits left for this call: the limit is ${limit} credits per ${window}.`,
    { window, limit, resets_at: toInstant(resetsAt.getTime()) },
  );
}

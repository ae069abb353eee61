import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Account } from '../account.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../plans.ts';

/** The account that calls; routes about an account are never called without one. */
export function ownAccount({ account }: OperationContext): Account {
  if (account !== null) return account;
  throw new AsfiledError('unauthorized', 'This route is about an account: it needs an API key.');
}

/** What the plan of the account that calls allows. */
export function ownLimits(context: OperationContext): PlanLimits {
  return (context.plans ?? DEFAULT_PLANS)[ownAccount(context).plan];
}

import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Account } from '../account.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../plans.ts';

/** The calling account, which account routes always have. */
export function ownAccount({ account }: OperationContext): Account {
  if (account !== null) return account;
  throw new AsfiledError('unauthorized', 'This route requires an API key.');
}

/** The plan limits of the calling account. */
export function ownLimits(context: OperationContext): PlanLimits {
  return (context.plans ?? DEFAULT_PLANS)[ownAccount(context).plan];
}

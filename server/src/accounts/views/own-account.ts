import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Access, Account, Plan } from '../account.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../plans.ts';

/** Calls about the own account cost no credits. */
export const ownRead = { scope: 'account:read', credits: 0 } as const;
export const ownWrite = { scope: 'account:write', credits: 0 } as const;

/** The calling account, which account routes always have. */
export function ownAccount({ account }: OperationContext): Account {
  if (account !== null) return account;
  throw new AsfiledError('unauthorized', 'This route requires an API key.');
}

/** The plan limits of the calling account. */
export function ownLimits(context: OperationContext): PlanLimits {
  return (context.plans ?? DEFAULT_PLANS)[ownAccount(context).plan];
}

/** The calling account and its credential, which account routes always have. */
export function ownAccess(context: OperationContext): Access {
  const account = ownAccount(context);
  if (context.credential !== undefined) return { account, credential: context.credential };
  throw new AsfiledError('unauthorized', 'This route requires an API key or a token.');
}

/** The dependencies of verifying the account owner. */
export function ownerServices({ db, secretBox }: OperationContext): {
  db: OperationContext['db'];
  secretBox: SecretBox;
} {
  if (secretBox !== undefined) return { db, secretBox };
  throw new AsfiledError('delivery_unavailable', 'This process cannot store secrets, so accounts are read-only.');
}

/** The error for a reached limit of the plan: names the plan that allows more, if there is one. */
export function limitReached(
  { plans = DEFAULT_PLANS, ...context }: OperationContext,
  limit: keyof PlanLimits,
  { what, unit, remedy }: { what: string; unit: string; remedy: string },
): AsfiledError {
  const { plan } = ownAccount(context);
  const most = plans[plan][limit];
  const wider = (['pro', 'business'] as const satisfies readonly Plan[]).find(other => plans[other][limit] > most);
  if (wider === undefined)
    return new AsfiledError('conflict', `${what} limit reached (${most}). ${remedy}`, { limit: most });
  return new AsfiledError(
    'upgrade_required',
    `${what} limit of the plan ${plan} reached (${most}). The plan ${wider} allows ${plans[wider][limit]} ${unit}.`,
    { plan_required: wider, limit: most },
  );
}

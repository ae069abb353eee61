export const PLANS = ['free', 'pro', 'business'] as const;
export type Plan = (typeof PLANS)[number];

/** Who calls. */
export interface Account {
  accountId: string;
  email: string;
  plan: Plan;
}

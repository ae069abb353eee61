export type Plan = 'free' | 'pro' | 'business';

/** Who calls. */
export interface Account {
  accountId: string;
  email: string;
  plan: Plan;
}

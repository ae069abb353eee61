import type { Plan } from '../../accounts/account.ts';
import { type Balance, creditsRemaining } from '../../accounts/credits/credit-meter.ts';
import type { RateDecision } from '../../accounts/limits/rate-limiter.ts';
import type { PlanTable } from '../../accounts/plans.ts';

const DAY_SECONDS = 86_400;

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, structured field lists): the burst of
 * requests, and the credits of the day and the month.
 */
export function rateHeaders(
  plans: PlanTable,
  plan: Plan,
  rate: RateDecision,
  balance: Balance | null,
  now: Date,
): Record<string, string> {
  const limits = plans[plan];
  const burstSeconds = Math.max(1, Math.round(limits.burst / limits.requestsPerSecond));
  const policies = [`"burst";q=${limits.burst};w=${burstSeconds}`];
  const states = [`"burst";r=${rate.remaining};t=${rate.fullInSeconds}`];
  if (balance) {
    const monthSeconds = daysInMonth(now) * DAY_SECONDS;
    policies.push(`"day";q=${balance.dayLimit};w=${DAY_SECONDS};qu="credits"`);
    policies.push(`"month";q=${balance.monthLimit};w=${monthSeconds};qu="credits"`);
    states.push(`"day";r=${balance.dayRemaining};t=${secondsUntil(balance.dayResetsAt, now)}`);
    states.push(`"month";r=${balance.monthRemaining};t=${secondsUntil(balance.monthResetsAt, now)}`);
  }
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}

/** The cost of the call and the remaining credits. */
export function creditHeaders(cost: number, balance: Balance): Record<string, string> {
  return { 'x-credits-cost': String(cost), 'x-credits-remaining': String(creditsRemaining(balance)) };
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

function daysInMonth(now: Date): number {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
}

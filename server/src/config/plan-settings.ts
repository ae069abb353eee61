import type { Plan } from '../accounts/account.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../accounts/plans.ts';
import { type Setting, wholeNumber } from './setting.ts';

export type CommonLimit = Exclude<keyof PlanLimits, 'downloadsPerDay' | 'webhooks'>;

const LIMITS: Record<CommonLimit, { suffix: string; label: string }> = {
  creditsPerDay: { suffix: 'CREDITS_PER_DAY', label: 'credits per UTC day' },
  creditsPerMonth: { suffix: 'CREDITS_PER_MONTH', label: 'credits per UTC month' },
  requestsPerSecond: { suffix: 'REQUESTS_PER_SECOND', label: 'sustained requests per second' },
  burst: { suffix: 'BURST', label: 'burst of requests after a pause' },
  callsAtOnce: {
    suffix: 'CALLS_AT_ONCE',
    label: 'calls that run at once in each process, over REST and MCP together; further ones wait up to 10 seconds',
  },
  watchlistEntries: { suffix: 'WATCHLIST_ENTRIES', label: 'watchlist entries' },
  savedScreens: { suffix: 'SAVED_SCREENS', label: 'saved screens' },
  screenAlerts: { suffix: 'SCREEN_ALERTS', label: 'saved screens with alerts' },
  analysesPerMinute: { suffix: 'ANALYSES_PER_MINUTE', label: 'transcript analyses per minute' },
};

export const LIMIT_NAMES = Object.keys(LIMITS).filter((name): name is CommonLimit => name in LIMITS);

/** The variable that sets a limit of a plan. */
export function limitSetting(plan: Plan, limit: CommonLimit): Setting<number> {
  const { suffix, label } = LIMITS[limit];
  return {
    name: `ASFILED_PLAN_${plan.toUpperCase()}_${suffix}`,
    description: `Plan ${plan}: ${label}.`,
    default: String(DEFAULT_PLANS[plan][limit]),
    ...wholeNumber(1, 1_000_000_000),
  };
}

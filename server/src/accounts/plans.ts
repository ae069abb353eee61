import type { Plan } from './account.ts';

/** Limits of a plan. Days and months are UTC calendar days and months. */
export interface PlanLimits {
  creditsPerDay: number;
  creditsPerMonth: number;
  requestsPerSecond: number;
  /** Requests that may arrive at once after a pause. */
  burst: number;
  /** Calls that run at once in one process, over REST and MCP and all keys and tokens; further ones wait. */
  callsAtOnce: number;
  /** Download links to archived files. */
  downloadsPerDay: number;
  webhooks: number;
  watchlistEntries: number;
  savedScreens: number;
  /** Saved screens with alerts. */
  screenAlerts: number;
  /** Transcript analyses; also the burst after a pause. */
  analysesPerMinute: number;
}

export type PlanTable = Readonly<Record<Plan, PlanLimits>>;

/** The plans that apply unless the operator configures others. */
export const DEFAULT_PLANS: PlanTable = {
  free: {
    creditsPerDay: 100,
    creditsPerMonth: 1_000,
    requestsPerSecond: 5,
    burst: 20,
    callsAtOnce: 4,
    downloadsPerDay: 0,
    webhooks: 0,
    watchlistEntries: 25,
    savedScreens: 10,
    screenAlerts: 2,
    analysesPerMinute: 5,
  },
  pro: {
    creditsPerDay: 10_000,
    creditsPerMonth: 200_000,
    requestsPerSecond: 25,
    burst: 100,
    callsAtOnce: 16,
    downloadsPerDay: 0,
    webhooks: 0,
    watchlistEntries: 500,
    savedScreens: 100,
    screenAlerts: 20,
    analysesPerMinute: 30,
  },
  business: {
    creditsPerDay: 100_000,
    creditsPerMonth: 2_000_000,
    requestsPerSecond: 100,
    burst: 400,
    callsAtOnce: 32,
    downloadsPerDay: 1_000,
    webhooks: 20,
    watchlistEntries: 5_000,
    savedScreens: 1_000,
    screenAlerts: 100,
    analysesPerMinute: 120,
  },
};

const RANK: Record<Plan, number> = { free: 0, pro: 1, business: 2 };

/** Whether a plan is at least the one that an operation requires. */
export function planReaches(plan: Plan, required: Plan): boolean {
  return RANK[plan] >= RANK[required];
}

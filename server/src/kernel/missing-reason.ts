/** Why a value is null. */
export const MISSING_REASONS = [
  'not_reported',
  'not_published_yet',
  'not_covered',
  'not_applicable',
  'vintage_mixed',
  'no_exchange_rate',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

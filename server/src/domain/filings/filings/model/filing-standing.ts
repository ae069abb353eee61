import type { Instant } from '../../../../kernel/dates.ts';

/**
 * The status of a filing at its registry:
 * - `current`: available (again);
 * - `withdrawn`: its filer or the registry withdrew it; it supplies no values from then on;
 * - `closed`: the registry removed it from public inspection; it supplies no values until it is reopened;
 * - `expired`: the statutory inspection period is over; its values remain.
 */
export const FILING_STATUSES = ['current', 'withdrawn', 'closed', 'expired'] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** The status of a filing, as its registry states it. */
export interface FilingStanding {
  /** The registry's own id of the filing. */
  nativeId: string;
  status: FilingStatus;
  /** Since when the public could know; null if the registry states no moment: then since it was first read. */
  since: Instant | null;
}

/** True if a filing of this status supplies no values any more. */
function isVoid(status: FilingStatus): boolean {
  return status === 'withdrawn' || status === 'closed';
}

/** A status as the store keeps it, dated. */
export type DatedStanding = FilingStanding & { since: Instant };

/**
 * The status that counts if a registry states several for one filing, in any order: the first moment of one status, the last of
 * several statuses. A registry may repeat a status each night with a later date.
 */
export function laterStanding(a: DatedStanding, b: DatedStanding): DatedStanding {
  if (a.status === b.status) return a.since <= b.since ? a : b;
  return a.since > b.since ? a : b;
}

/** Since when filings are void, by id; filings that are not void are absent. */
export function voidSince(standings: readonly DatedStanding[]): Record<string, Instant> {
  return Object.fromEntries(
    standings
      .filter(standing => isVoid(standing.status))
      .map(({ nativeId, since }): [string, Instant] => [nativeId, since]),
  );
}

import type { Instant } from '../../../../kernel/dates.ts';

/**
 * Where a filing stands at its registry:
 * - `current`: it is there (again);
 * - `withdrawn`: its filer took it back, or the registry deleted it: from then on it says nothing;
 * - `closed`: the registry took it out of public inspection: from then on it says nothing, until it is opened again;
 * - `expired`: the time for which the law keeps it open to inspection is over; what it said stands.
 */
export const FILING_STATUSES = ['current', 'withdrawn', 'closed', 'expired'] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

/** What became of a filing, as its registry tells it. */
export interface FilingStanding {
  /** The registry's own id of the filing. */
  nativeId: string;
  status: FilingStatus;
  /** Since when the public could know; null where the registry does not say: then since we read it first. */
  since: Instant | null;
}

/** True where a filing of this status gives no values any more. */
function isVoid(status: FilingStatus): boolean {
  return status === 'withdrawn' || status === 'closed';
}

/** A standing as the store has it, dated. */
export type DatedStanding = FilingStanding & { since: Instant };

/**
 * The standing that counts where a registry tells several of one filing, in whatever order they are met: of one status the
 * first moment, of several statuses the last one. A registry repeats a status each night with a later date.
 */
export function laterStanding(a: DatedStanding, b: DatedStanding): DatedStanding {
  if (a.status === b.status) return a.since <= b.since ? a : b;
  return a.since > b.since ? a : b;
}

/** Since when filings say nothing any more, by their ids; those that say something still are absent. */
export function voidSince(standings: readonly DatedStanding[]): Record<string, Instant> {
  return Object.fromEntries(
    standings.filter(one => isVoid(one.status)).map(({ nativeId, since }): [string, Instant] => [nativeId, since]),
  );
}

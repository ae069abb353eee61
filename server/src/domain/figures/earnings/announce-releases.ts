import type { Database, Transaction } from '../../../db/database.ts';
import { addDays, type Instant } from '../../../kernel/dates.ts';
import { appendAll } from '../../../kernel/lists.ts';
import {
  listNewReporters,
  listReleasingCompanies,
  queueReportedReleases,
  queueUpcomingReleases,
  type ReleasingCompany,
  type ReportedRelease,
} from './earnings-release-events.ts';
import type { EarningsReleaseResponse } from './model/earnings-calendar.ts';
import { type JoinedRelease, joinReleases, reportedPeriod, toReleaseResponse } from './rules/join-releases.ts';
import { listIssuersToAnnounce, markAnnounced } from './store.ts';
import { loadActuals, loadCalendar } from './views.ts';

/** A release is announced as upcoming this many days before its date. */
const UPCOMING_DAYS = 7;

/** Companies processed in one transaction. */
const AT_ONCE = 100;

/**
 * Announces the releases that calendars date within the next days, each once. The announcement is recorded in the same
 * transaction, so that the next process continues after a crash; any number of processes may run this.
 */
export async function announceUpcoming(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const from = now.toISOString().slice(0, 10);
  const span = { from, until: addDays(from, UPCOMING_DAYS) };
  let isMore = true;
  while (isMore) {
    signal?.throwIfAborted();
    isMore = await db.transaction(async tx => {
      const issuerIds = await listIssuersToAnnounce(tx, { ...span, limit: AT_ONCE });
      if (issuerIds.length === 0) return false;
      const near: { issuerId: string; release: EarningsReleaseResponse }[] = [];
      for (const company of await listReleasingCompanies(tx, issuerIds)) {
        const releases = (await releasesOf(tx, company)).filter(
          release =>
            release.status === 'upcoming' && release.reportDate >= span.from && release.reportDate <= span.until,
        );
        appendAll(
          near,
          releases.map(release => ({ issuerId: company.issuerId, release: toReleaseResponse(release, new Map()) })),
        );
      }
      await queueUpcomingReleases(tx, near, now);
      await markAnnounced(tx, issuerIds, span);
      return issuerIds.length === AT_ONCE;
    });
  }
}

/**
 * Announces releases that filings of some issuers report and that became known after `since`. Call it in the
 * transaction that stores them.
 */
export async function announceReported(tx: Transaction, issuerIds: readonly string[], since: Instant): Promise<void> {
  if (issuerIds.length === 0) return;
  const reporters = await listNewReporters(tx, issuerIds, since);
  if (reporters.length === 0) return;
  const reported: ReportedRelease[] = [];
  for (const company of await listReleasingCompanies(tx, reporters)) {
    appendAll(reported, await reportedSince(tx, company, since));
  }
  await queueReportedReleases(tx, reported);
}

async function reportedSince(tx: Transaction, company: ReleasingCompany, since: Instant): Promise<ReportedRelease[]> {
  const { registrantIds } = company;
  const releases = (await releasesOf(tx, company)).filter(
    ({ filing }) => filing !== null && Date.parse(filing.knownAt) > Date.parse(since),
  );
  const actuals = await loadActuals(
    tx,
    registrantIds,
    releases.flatMap(release => reportedPeriod(release) ?? []),
  );
  return releases.flatMap(release => {
    if (release.filing === null) return [];
    const { registry, nativeId } = release.filing;
    return [
      { registry, nativeId, registrantIds, release: toReleaseResponse(release, actuals, filing => filing.filingUuid) },
    ];
  });
}

async function releasesOf(
  tx: Transaction,
  { canonicalKey, registrantIds }: ReleasingCompany,
): Promise<JoinedRelease[]> {
  return joinReleases(canonicalKey, await loadCalendar(tx, registrantIds));
}

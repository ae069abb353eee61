import { type Database, sql, type Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import {
  ANNOUNCED_FILING_COLUMNS,
  type AnnouncedFilingRow,
  eventOfFiling,
} from '../../filings/filings/views/event-of-filing.ts';
import { ABOUT_NO_FILING, type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { EarningsReleaseResponse } from './model/earnings-calendar.ts';

/** A company by one of its registrants, with the identifiers of its releases. */
export interface ReleasingCompany {
  issuerId: string;
  /** Of its lead registrant. */
  canonicalKey: string;
  /** All registrants. */
  registrantIds: string[];
}

/** The companies of some registrants, each once. */
export function listReleasingCompanies(db: Database, issuerIds: readonly string[]): Promise<ReleasingCompany[]> {
  return db.query<ReleasingCompany>(sql`
    select distinct on (i.entity_id) i.issuer_id as "issuerId", e.canonical_key as "canonicalKey",
      array(select o.issuer_id::text from issuers o where o.entity_id = i.entity_id order by o.issuer_id) as "registrantIds"
    from issuers i join issuers e on e.issuer_id = i.entity_id
    where i.issuer_id = any(${[...issuerIds]}::bigint[])
    order by i.entity_id, i.issuer_id`);
}

/** Companies among some issuers that filed results or a periodic report that became known after `since` (an instant). */
export async function listNewReporters(
  tx: Transaction,
  issuerIds: readonly string[],
  since: Instant,
): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from filings
    where issuer_id = any(${[...issuerIds]}::bigint[]) and known_at > ${since} and not is_amendment
      and category in ('earnings_release', 'annual_report', 'interim_report') and not starts_with(upper(form_type), '11-K')`);
  return rows.map(row => row.issuer_id);
}

/** Queues upcoming releases, each once even if its date changes. Call it in the transaction that records them. */
export async function queueUpcomingReleases(
  tx: Transaction,
  releases: readonly { issuerId: string; release: EarningsReleaseResponse }[],
  now: Date,
): Promise<void> {
  const events = releases.map(
    ({ issuerId, release }): NewEvent => ({
      eventType: 'earnings_release.upcoming',
      eventKey: release.earnings_release_id,
      data: { ...release },
      title: `Results expected on ${release.report_date}`,
      summary: summaryOf(release),
      ...ABOUT_NO_FILING,
      url: null,
      // A company releases its results once, wherever it is listed.
      marketIds: null,
      knownAt: now.toISOString(),
      to: { issuerId },
    }),
  );
  await queueEvents(tx, events);
}

/** A release with the filing that reports it; `filing_id` is a UUID as in every event. */
export interface ReportedRelease {
  registry: string;
  nativeId: string;
  registrantIds: readonly string[];
  release: EarningsReleaseResponse;
}

/** Queues reported results, each once. Call it in the transaction that stores their filings. */
export async function queueReportedReleases(tx: Transaction, reported: readonly ReportedRelease[]): Promise<void> {
  if (reported.length === 0) return;
  const named = reported.flatMap(({ registry, nativeId, registrantIds, release }) =>
    registrantIds.map(issuerId => ({ issuerId, registry, nativeId, releaseId: release.earnings_release_id })),
  );
  const rows = await tx.query<AnnouncedFilingRow & { release_id: string }>(sql`
    select ${ANNOUNCED_FILING_COLUMNS}, named."releaseId" as release_id
    from json_to_recordset(${JSON.stringify(named)}::json) as named (
      "issuerId" bigint, registry text, "nativeId" text, "releaseId" text)
    join filings g on g.issuer_id = named."issuerId" and g.registry = named.registry and g.native_id = named."nativeId"
    join issuers i on i.issuer_id = g.issuer_id`);
  const releases = new Map(reported.map(({ release }) => [release.earnings_release_id, release]));
  const events = rows.flatMap((row): NewEvent[] => {
    const release = releases.get(row.release_id);
    if (release === undefined) return [];
    return [
      {
        ...eventOfFiling(row),
        eventType: 'earnings_release.reported',
        eventKey: release.earnings_release_id,
        data: { ...release },
        title: `Results reported (${row.form_type})`,
        summary: summaryOf(release),
      },
    ];
  });
  await queueEvents(tx, events);
}

/** Period, time and estimate per share, as far as known: `q3 2026 · after market · 0.52 USD a share expected`. */
function summaryOf(release: EarningsReleaseResponse): string | null {
  const { fiscal_period, fiscal_year, report_time, eps_actual, eps_estimate, currency } = release;
  const unit = currency === null ? '' : ` ${currency}`;
  const parts = [
    ...(fiscal_period === null || fiscal_year === null ? [] : [`${fiscal_period} ${fiscal_year}`]),
    ...(report_time === 'unknown' ? [] : [report_time.replace('_', ' ')]),
    ...(eps_actual === null ? [] : [`${eps_actual}${unit} a share`]),
    ...(eps_estimate === null ? [] : [`${eps_estimate}${unit} a share expected`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

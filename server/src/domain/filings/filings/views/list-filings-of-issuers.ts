import { type Database, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { knownUntil } from '../../../kit/as-of.ts';
import { FILING_COLUMNS, type FilingFilter, type FilingRow, filingConditions, NEWEST_FILING_FIRST } from './filing.ts';

export interface FilingOfIssuerRow extends FilingRow {
  issuer_id: string;
}

/** What can be requested of a filing is that of now. */
export const CURRENT_FILING_MEMBERS = ['available'];

/** A page of filings, newest first, with the reason if it is empty. */
export interface FilingPage {
  rows: FilingOfIssuerRow[];
  hasMore: boolean;
  dataAsOf: string | null;
  emptyReason: MissingReason | null;
}

/** The newest filings of several issuers; one that several registrants of an entity filed together appears once. */
export async function listFilingsOfIssuers(
  db: Database,
  issuerIds: readonly string[],
  filter: FilingFilter,
  limit: number,
  now: Date,
): Promise<FilingPage> {
  // Reads a page per issuer from its index, then takes the newest: the number of filings of an issuer does not matter.
  const rows = await db.query<FilingOfIssuerRow>(sql`
    select * from (
    select distinct on (g.registry, g.native_id, requested.entity_id) g.*
    from issuers requested cross join lateral (
      select g.issuer_id, ${FILING_COLUMNS} from filings g
      where g.issuer_id = requested.issuer_id ${filingConditions(filter)}
      ${NEWEST_FILING_FIRST} limit ${limit + 1}::integer
    ) g
    where requested.issuer_id = any(${issuerIds}::bigint[])
    order by g.registry, g.native_id, requested.entity_id, g.known_at, g.issuer_id) g
    ${NEWEST_FILING_FIRST}, g.registry, g.issuer_id limit ${limit + 1}::integer`);
  const until = knownUntil(filter.asOf, now);
  const page = rows.slice(0, limit).map(row => (filter.asOf === undefined ? row : withStatusUntil(row, until)));
  const newest = page.find(row => row.known_at <= until)?.known_at ?? (await newestKnown(db, issuerIds, until));
  return {
    rows: page,
    hasMore: rows.length > limit,
    dataAsOf: newest,
    emptyReason: page.length > 0 ? null : await whyEmpty(db, issuerIds, newest, filter, now),
  };
}

/** A status that the public learned later is not shown. The store keeps the last status only, so an earlier one is unknown. */
function withStatusUntil(row: FilingOfIssuerRow, until: Instant): FilingOfIssuerRow {
  if (row.status_since === null || Date.parse(row.status_since) < Date.parse(until)) return row;
  return { ...row, status: 'current', status_since: null };
}

async function newestKnown(db: Database, issuerIds: readonly string[], until: string): Promise<string | null> {
  const row = await db.queryOne<{ newest: string | null }>(sql`
    select max(newest) as newest from unnest(${issuerIds}::bigint[]) requested (issuer_id) cross join lateral (
      select known_at as newest from filings g
      where g.issuer_id = requested.issuer_id and known_at < ${until} order by known_at desc limit 1) g`);
  return row?.newest ?? null;
}

async function whyEmpty(
  db: Database,
  issuerIds: readonly string[],
  newest: string | null,
  { sinceYear, asOf }: FilingFilter,
  now: Date,
): Promise<MissingReason> {
  if (newest === null) {
    const isKnownLater = asOf !== undefined && (await newestKnown(db, issuerIds, now.toISOString())) !== null;
    return isKnownLater ? 'not_published_yet' : 'not_covered';
  }
  return sinceYear !== undefined && sinceYear >= now.getUTCFullYear() ? 'not_published_yet' : 'not_reported';
}

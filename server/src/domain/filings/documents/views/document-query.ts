import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { andNot } from '../../issuers/views/fictional-issuers.ts';
import { DOCUMENT_COLUMNS, type DocumentRow, documentJoins, FISCAL_YEAR } from './document.ts';

/** Filters of a list of documents. */
export interface DocumentFilter {
  /** All registrants of the requested entity; undefined = all. */
  issuerIds: readonly string[] | undefined;
  /** Issuers that a list over all of them leaves out. */
  aside: readonly string[];
  /** Undefined = all. */
  registries: readonly string[] | undefined;
  categories: readonly string[] | undefined;
  nativeType: string | undefined;
  from: string | undefined;
  to: string | undefined;
  fiscalYear: number | undefined;
  isStored: boolean;
  /** Only documents of filings known before this instant. */
  knownBefore: Instant | null;
  /** Selects which of an issuer's listings is shown. */
  marketId: string | undefined;
}

/** The last document of the previous page. */
export interface DocumentPosition {
  date: string;
  id: string;
}

/**
 * Documents newest first, ties by id, and a filing of several filers once. Each lane of the list (an issuer, a form of
 * a registry, a category of a registry) is read from an index in that order and no further than a page.
 */
export function queryDocuments(
  db: Database,
  filter: DocumentFilter,
  after: DocumentPosition | null,
  limit: number,
): Promise<DocumentRow[]> {
  const conditions = sql`${filterConditions(filter)} ${afterCondition(after)}`;
  return db.query<DocumentRow>(sql`
    with recursive ${lanesOf(filter)},
    page as materialized (
      select distinct on (g.filing_date, g.filing_uuid) g.* from lanes cross join lateral (
        select distinct on (g.filing_date, g.filing_uuid) g.issuer_id, g.registry, g.native_id, g.filing_date, g.filing_uuid
        from filings g where ${laneCondition(filter)} ${conditions}
        order by g.filing_date desc, g.filing_uuid, g.issuer_id limit ${limit}::integer) g
      order by g.filing_date desc, g.filing_uuid, g.issuer_id limit ${limit}::integer)
    select ${DOCUMENT_COLUMNS}
    from page p join filings g
      on g.issuer_id = p.issuer_id and g.registry = p.registry and g.native_id = p.native_id
    ${documentJoins(filter.marketId)}
    order by g.filing_date desc, g.filing_uuid`);
}

/** Whether any document exists for these issuers and registries. */
export async function hasDocuments(
  db: Database,
  { issuerIds, registries, knownBefore }: DocumentFilter,
): Promise<boolean> {
  const inRegistries = registries === undefined ? empty : sql`and registry = any(${registries})`;
  const ofIssuer = issuerIds === undefined ? empty : sql`and issuer_id = any(${issuerIds}::bigint[])`;
  const row = await db.queryOne<{ found: boolean }>(sql`
    select exists (select from filings g where true ${ofIssuer} ${inRegistries} ${isKnown(knownBefore)}) as found`);
  return row?.found ?? false;
}

function isKnown(until: Instant | null): Sql {
  return until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
}

/** The lanes of a list as a table: the ranges of an index that contain matches. */
function lanesOf({ issuerIds, registries, categories, nativeType, isStored }: DocumentFilter): Sql {
  if (issuerIds !== undefined) return sql`lanes as (select issuer_id from unnest(${issuerIds}::bigint[]) issuer_id)`;
  const requested = registries === undefined ? empty : sql`and registry = any(${registries})`;
  if (isStored || nativeType !== undefined)
    return sql`${DISTINCT_REGISTRIES}, lanes as (select registry from steps where true ${requested})`;
  const inCategories = categories === undefined ? empty : sql`and category = any(${categories})`;
  return sql`${DISTINCT_CATEGORIES}, lanes as (select registry, category from steps where true ${requested} ${inCategories})`;
}

// A recursive skip scan over the index, because a plain DISTINCT would read it completely.
const DISTINCT_REGISTRIES = sql`steps as (
  (select registry from filings order by registry limit 1)
  union all
  select n.registry from steps s cross join lateral (
    select registry from filings where registry > s.registry order by registry limit 1) n)`;

const DISTINCT_CATEGORIES = sql`steps as (
  (select registry, category from filings order by registry, category limit 1)
  union all
  select n.registry, n.category from steps s cross join lateral (
    select registry, category from filings where (registry, category) > (s.registry, s.category)
    order by registry, category limit 1) n)`;

function laneCondition({ issuerIds, registries, nativeType, isStored }: DocumentFilter): Sql {
  if (issuerIds !== undefined) {
    return sql`g.issuer_id = lanes.issuer_id ${registries === undefined ? empty : sql`and g.registry = any(${registries})`}`;
  }
  if (isStored || nativeType !== undefined) return sql`g.registry = lanes.registry`;
  return sql`g.registry = lanes.registry and g.category = lanes.category`;
}

function filterConditions(filter: DocumentFilter): Sql {
  const { aside, categories, nativeType, from, to, fiscalYear, isStored } = filter;
  return sql`
    ${andNot(sql`g.issuer_id`, aside)}
    ${categories === undefined ? empty : sql`and g.category = any(${categories})`}
    ${nativeType === undefined ? empty : sql`and upper(g.form_type) = ${nativeType.trim().toUpperCase()}`}
    ${from === undefined ? empty : sql`and g.filing_date >= ${from}::date`}
    ${to === undefined ? empty : sql`and g.filing_date <= ${to}::date`}
    ${fiscalYear === undefined ? empty : fiscalYearCondition(fiscalYear)}
    ${isStored ? sql`and g.archive_status = 'stored'` : empty} ${isKnown(filter.knownBefore)}`;
}

/** The bounds include every convention of counting fiscal years, and avoid computing the year of other reports. */
function fiscalYearCondition(year: number): Sql {
  return sql`
    and g.filing_date >= make_date(${year - 1}::integer, 12, 1)
    and g.period_end between make_date(${year - 1}::integer, 12, 1) and make_date(${year + 1}::integer, 12, 31)
    and ${FISCAL_YEAR} = ${year}::integer`;
}

function afterCondition(after: DocumentPosition | null): Sql {
  if (after === null) return empty;
  const { date, id } = after;
  return sql`and g.filing_date <= ${date}::date and (g.filing_date < ${date}::date or g.filing_uuid > ${id}::uuid)`;
}

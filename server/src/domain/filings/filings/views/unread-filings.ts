import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { isoDate } from '../../../kit/fields.ts';
import { REGISTRY_ENTRIES } from '../../markets/model/registry-entry.ts';
import type { Category } from '../model/document-taxonomy.ts';

const notCovered = z
  .object({
    registry: z.string().describe('Registry that publishes the report.'),
    category: z.string().describe('Category of the report.'),
    form_type: z.string().nullable().describe('Null if the store does not list the filing.'),
    period_end: isoDate.nullable().describe('Period of the report; null if unknown.'),
    filing_id: z.string().nullable().describe('Null if the store does not list the filing.'),
  })
  .meta({ id: 'NotCovered', description: 'A report that would state what is missing and was not read.' });

export type NotCovered = z.input<typeof notCovered>;

/** Additional member of responses that name what was not read. */
export const notCoveredField = {
  not_covered: z
    .array(notCovered)
    .optional()
    .describe('Only with the reason not_covered: reports that were not read, newest first, at most 10.'),
};

const MAX_SHOWN = 10;

/** The reports that would state something. */
export interface ReportQuestion {
  issuerIds: readonly string[];
  /** At least one; a response without a listed filing names the first. */
  categories: readonly [Category, ...Category[]];
  /** Whether `filings g` was read, as far as the subject needs it. */
  isRead: Sql;
  /** Calendar years of the period ends, inclusive; null = unbounded. */
  yearFrom?: number | null;
  yearTo?: number | null;
  /** Month (1 to 12) in which the periods end, within ten days; null = any. */
  endMonth?: number | null;
  /** Calendar day from which filings became known; null = unbounded. */
  knownFrom?: string | null;
  /** Instant before which filings became known; null = unbounded. */
  knownBefore?: Instant | null;
  /** The only registries whose reports state it; all by default. */
  registries?: readonly string[];
}

/** True if the documents of `filings g` were opened and have tagged facts, with all their dimensions. */
export const FACTS_ARE_TAGGED = sql`exists (select from filing_reports p
  where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id and p.facts_count > 0)`;

/** True if facts of `filings g` are stored, all of those that it states without dimensions. */
export const FACTS_ARE_READ = sql`(
  ${FACTS_ARE_TAGGED}
  or exists (select from fact_sources s
    where s.issuer_id = g.issuer_id and not s.is_partial and position('"' || g.native_id || '"' in s.filings) > 0))`;

/** True if the documents of `filings g` were opened. */
export const DOCUMENTS_ARE_READ = sql`exists (select from filing_reports p
  where p.issuer_id = g.issuer_id and p.registry = g.registry and p.native_id = g.native_id)`;

function reportsOf(question: ReportQuestion): Sql {
  const { issuerIds, categories, yearFrom = null, yearTo = null, endMonth = null } = question;
  const { knownFrom = null, knownBefore = null } = question;
  const since = yearFrom === null ? empty : sql`and g.period_end >= make_date(${yearFrom}::integer, 1, 1)`;
  const until = yearTo === null ? empty : sql`and g.period_end <= make_date(${yearTo}::integer, 12, 31)`;
  const month = endMonth === null ? empty : sql`and extract(month from g.period_end - 10) = ${endMonth}::integer`;
  const known = knownFrom === null ? empty : sql`and g.known_at >= ${knownFrom}::timestamptz`;
  const before = knownBefore === null ? empty : sql`and g.known_at < ${knownBefore}::timestamptz`;
  return sql`g.issuer_id = any(${[...issuerIds]}::bigint[]) and g.category = any(${[...categories]}::text[])
    ${since} ${until} ${month} ${known} ${before}`;
}

/** True if one of the reports was read. */
export async function isAnyRead(db: Database, question: ReportQuestion): Promise<boolean> {
  const row = await db.queryOne(sql`
    select from filings g where ${reportsOf(question)} and ${question.isRead} limit 1`);
  return row !== null;
}

/** Why nothing is stated: `not_reported` only if one of the reports was read; else `not_covered` with those that were not. */
export async function whyNotStated(
  db: Database,
  question: ReportQuestion,
): Promise<{ empty_reason: 'not_reported' } | { empty_reason: 'not_covered'; not_covered: NotCovered[] }> {
  if (await isAnyRead(db, question)) return { empty_reason: 'not_reported' };
  return { empty_reason: 'not_covered', not_covered: await listUnread(db, question) };
}

/** The reports that were not read: those that the store lists, else the registries that publish them. */
export async function listUnread(db: Database, question: ReportQuestion): Promise<NotCovered[]> {
  const rows = await db.query<{
    registry: string;
    native_id: string;
    category: string;
    form_type: string;
    period_end: string | null;
  }>(sql`
    select g.registry, g.native_id, g.category, g.form_type, g.period_end from filings g
    where ${reportsOf(question)} and not ${question.isRead}
    order by g.known_at desc, g.native_id limit ${MAX_SHOWN}::integer`);
  if (rows.length === 0) return unlisted(db, question);
  return rows.map(({ registry, native_id, category, form_type, period_end }) => ({
    registry,
    category,
    form_type,
    period_end,
    filing_id: filingId(registry, native_id),
  }));
}

/** The registries of the issuers' markets that publish reports of companies. */
async function unlisted(
  db: Database,
  { issuerIds, categories: [category], registries }: ReportQuestion,
): Promise<NotCovered[]> {
  const rows = await db.query<{ market_id: string }>(sql`
    select distinct market_id from issuers where issuer_id = any(${[...issuerIds]}::bigint[]) order by market_id`);
  const markets = new Set(rows.map(row => row.market_id));
  return REGISTRY_ENTRIES.filter(
    ({ registry, serves }) =>
      (registries === undefined || registries.includes(registry)) &&
      serves.some(({ marketId, gaps }) => markets.has(marketId) && !gaps.some(isWithoutReports)),
  ).map(({ registry }) => ({ registry, category, form_type: null, period_end: null, filing_id: null }));
}

function isWithoutReports({ capability, extent }: { capability: string; extent: 'all' | 'some' }): boolean {
  return extent === 'all' && (capability === 'filings' || capability === 'financials');
}

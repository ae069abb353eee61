import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { fresh } from '../../../kit/fields.ts';
import { formTypes, limit, marketId, ticker } from '../../../kit/input-fields.ts';
import type { OperationContext } from '../../../kit/operation.ts';
import {
  companyIsIn,
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../issuers/views/entity.ts';
import { andNot, fictionalFilersToHide } from '../../issuers/views/fictional-issuers.ts';
import { findIssuer, issuerIdsOf } from '../../issuers/views/find-issuer.ts';
import { DOCUMENT_CATEGORIES } from '../model/document-taxonomy.ts';
import { FILING_COLUMNS, type FilingRow, filingOfEntity, NEWEST_FILING_FIRST, toFiling } from './filing.ts';

const DAY_MS = 86_400_000;

/** A request to a feed, with the registrants that it selects; null = all. */
interface FeedQuestion {
  since: string;
  /** The time of the request: filings dated later are left out. */
  until: string;
  issuerIds: string[] | null;
  /** Fictional issuers that a feed of all companies leaves out. */
  aside: string[];
  filter: FilingFeedFilter;
}

/** The period and companies of a request to a feed. Throws AsfiledError if a filter matches no known company. */
export async function feedQuestion(context: OperationContext, filter: FilingFeedFilter): Promise<FeedQuestion> {
  const issuerIds = await issuersOf(context, filter);
  const aside = issuerIds === null ? await fictionalFilersToHide(context.db, filter.market_id) : [];
  return { since: sinceOf(context.now), until: context.now.toISOString(), issuerIds, aside, filter };
}

function sinceOf(now: Date): string {
  return new Date(now.getTime() - FEED_DAYS * DAY_MS).toISOString();
}

async function issuersOf({ db, account }: OperationContext, filter: FilingFeedFilter): Promise<string[] | null> {
  const { ticker, market_id } = filter;
  const requested = ticker === undefined ? null : issuerIdsOf(await findIssuer(db, { ticker, market_id }));
  if (!filter.watchlist || account === null) return requested;
  const rows = await db.query<{ issuer_id: string }>(sql`
    select distinct member.issuer_id
    from watchlist_entries w
    join issuers i on i.issuer_id = w.issuer_id join issuers member on member.entity_id = i.entity_id
    where w.account_id = ${account.accountId}`);
  const watched = rows.map(row => row.issuer_id);
  return requested === null ? watched : watched.filter(id => requested.includes(id));
}

/**
 * The filings of a feed, newest first, each once: the listed filer represents a joint filing. Reads an index of all newest
 * filings, or of those of each selected registrant, no further than the page.
 */
export async function readFeed(
  db: Database,
  question: FeedQuestion,
  limit: number,
  offset: number,
): Promise<z.input<typeof filingOfEntity>[]> {
  const { issuerIds, filter } = question;
  const rows = await db.query<FilingRow & EntityRefRow>(sql`
    with page as materialized (${filingsOf(question, limit + offset)} limit ${limit}::integer offset ${offset}::integer)
    select g.*, ${ENTITY_REF_COLUMNS} from page p
    cross join lateral (
      select g.issuer_id, ${FILING_COLUMNS} from filings g
      where g.native_id = p.native_id and g.registry = p.registry
        ${issuerIds === null ? empty : sql`and g.issuer_id = any(${issuerIds}::bigint[])`}
      order by not exists (select from listings l where l.issuer_id = g.issuer_id), g.issuer_id limit 1) g
    join issuers i on i.issuer_id = g.issuer_id ${entityOfRegistrant(filter.market_id)}
    ${NEWEST_FILING_FIRST}, g.registry`);
  return rows.map(row => ({ ...toFiling(row), ...toEntityRef(row) }));
}

/** The number of filings in a feed; counts of unfiltered feeds are shared and at most 30 seconds old. */
export function countFeed(db: Database, question: FeedQuestion): Promise<number> {
  if (question.issuerIds !== null) return countAnew(db, question);
  const counts = countsOf.get(db) ?? new LRUCache<string, Promise<number>>({ max: 500, ttl: COUNTED_EVERY_MS });
  countsOf.set(db, counts);
  const key = JSON.stringify([question.filter, question.aside]);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const counting = countAnew(db, question);
  counts.set(key, counting);
  // An empty store is counted each time: a load may be under way.
  counting.then(count => count === 0 && counts.delete(key)).catch(() => counts.delete(key));
  return counting;
}

const COUNTED_EVERY_MS = 30_000;
const countsOf = new WeakMap<Database, LRUCache<string, Promise<number>>>();

async function countAnew(db: Database, question: FeedQuestion): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from (${filingsOf(question, null)}) g`);
  return row?.count ?? 0;
}

/** data_as_of of a page of a feed; of an empty page, that of the filings that it could have had. */
export async function freshness(
  db: Database,
  { issuerIds, aside, until }: FeedQuestion,
  items: readonly { filed_at: string }[],
): Promise<{ data_as_of: string | null; empty_reason: MissingReason | null }> {
  const [first] = items;
  if (first !== undefined) return { data_as_of: first.filed_at, empty_reason: null };
  const row = await db.queryOne<{ newest: string | null }>(
    issuerIds === null
      ? sql`select max(known_at) as newest from filings g where known_at <= ${until} ${andNot(sql`g.issuer_id`, aside)}`
      : sql`
        select max(newest) as newest from unnest(${issuerIds}::bigint[]) requested (issuer_id) cross join lateral (
          select known_at as newest from filings g
          where g.issuer_id = requested.issuer_id and known_at <= ${until} order by known_at desc limit 1) g`,
  );
  const newest = row?.newest ?? null;
  return { data_as_of: newest, empty_reason: newest === null ? 'not_covered' : 'not_published_yet' };
}

/** With more registrants than this, reading the index of all filings is faster than reading each registrant. */
const FEW_ISSUERS = 200;

/** Keys of the filings, newest first; at most `most` are read per registrant. */
function filingsOf({ since, until, issuerIds, aside, filter }: FeedQuestion, most: number | null): Sql {
  const conditions = sql`g.known_at > ${since} and g.known_at <= ${until} ${conditionsOf(filter)}`;
  if (issuerIds === null || issuerIds.length > FEW_ISSUERS) {
    return sql`
      select distinct g.known_at, g.native_id, g.registry from filings g
      where ${conditions} ${andNot(sql`g.issuer_id`, aside)} ${issuerIds === null ? empty : isOneOf(issuerIds)}
      order by g.known_at desc, g.native_id, g.registry`;
  }
  return sql`
    select distinct g.known_at, g.native_id, g.registry
    from unnest(${issuerIds}::bigint[]) requested (issuer_id) cross join lateral (
      select g.known_at, g.native_id, g.registry from filings g
      where g.issuer_id = requested.issuer_id and ${conditions}
      order by g.known_at desc, g.native_id limit ${most}::bigint) g
    order by g.known_at desc, g.native_id, g.registry`;
}

/** A hash lookup: `is true` keeps the planner from joining, which would lose the order of the index. */
function isOneOf(issuerIds: readonly string[]): Sql {
  return sql`and (g.issuer_id in (select unnest(${issuerIds}::bigint[]))) is true`;
}

function conditionsOf({ form_types, category, market_id, ticker }: FilingFeedFilter): Sql {
  const forms = form_types?.map(form => form.trim().toUpperCase());
  // With a ticker, the market selects the listing.
  const market = ticker === undefined ? market_id : undefined;
  return sql`
    ${forms === undefined ? empty : sql`and upper(g.form_type) = any(${forms})`}
    ${category === undefined ? empty : sql`and g.category = ${category}`}
    ${
      market === undefined
        ? empty
        : sql`and exists (
      select from issuers i where i.issuer_id = g.issuer_id and ${companyIsIn(market)})`
    }`;
}

/** Days that feeds cover. */
const FEED_DAYS = 30;

/** The largest offset into a feed. */
export const MAX_SKIPPED = 10_000;

/** Filters and paging of both feeds. */
export const filingFeedInput = {
  limit: limit(100, 50),
  offset: z.int().min(0).max(MAX_SKIPPED).default(0).describe('Filings to skip, 0 to 10,000.'),
  market_id: marketId.optional().describe('Only filings of companies that file in this market.'),
  form_types: formTypes.optional(),
  category: z
    .enum(DOCUMENT_CATEGORIES.map(({ category }) => category))
    .optional()
    .describe('Only filings of this category, such as annual_report.'),
  ticker: ticker.optional().describe('Only filings of the company with this ticker; market_id selects one of several.'),
  watchlist: z
    .boolean()
    .default(false)
    .describe("Only filings of companies on the account's watchlist, regardless of its alert settings."),
};

const feedInput = z.strictObject(filingFeedInput);
export type FilingFeedFilter = Omit<z.output<typeof feedInput>, 'limit' | 'offset'>;

export const filingFeedFields = {
  items: z.array(filingOfEntity).describe('Newest first, by when a filing became known.'),
  ...fresh,
};

/** A listing whose issuer has canonical financials, for example calls: Apple if it is stored. */
export async function exampleListing(db: Database): Promise<{ ticker: string; market_id: string } | null> {
  return db.queryOne<{ ticker: string; market_id: string }>(sql`
    select ticker, market_id from (
      (select ticker, market_id, 1 as rank from listings join issuer_financials using (issuer_id)
        where ticker_key = 'AAPL' and market_id = 'us' limit 1)
      union all
      (select ticker, market_id, 2 from listings join issuer_financials using (issuer_id) where is_home limit 1)
    ) l order by rank limit 1`);
}

import type { Account } from '../../accounts/account.ts';
import { type Database, empty, join, type Sql, sql } from '../../db/database.ts';

/** What a predicate found at one company, named after the predicate. */
export interface ScreenMatch {
  predicate: string;
}

/** What a dated row must have become known after, and until when. */
export interface ScreenSpan {
  after: string;
  until: string;
}

/** Something that a screen looks for at companies. */
export interface ScreenPredicate<Match extends ScreenMatch = ScreenMatch> {
  /** A statement that selects `entity_id, matched_at` of the companies that have it, any number of rows each; null = undated. */
  companies: (span: ScreenSpan) => Sql;
  /** What it found at some of these companies, by entity id. */
  matches: (asked: {
    db: Database;
    account: Account | null;
    entityIds: readonly string[];
    span: ScreenSpan;
  }) => Promise<Map<string, Match>>;
  /** A statement that selects a row where the store has anything to look in. */
  anything: Sql;
  /** Throws what the screen alone would answer to a question that can't be looked for. */
  refuse?: (db: Database, marketId: string | undefined) => Promise<void>;
}

/** A company that a screen found, and where it stands in the order. */
export interface FoundCompany {
  entity_id: string;
  /** Of its latest dated row; null where none is dated. */
  matched_at: string | null;
}

export interface CompanyQuestion {
  /** Statements as {@link ScreenPredicate.companies} give them: all of `includes` and none of `excludes` must hold. */
  includes: readonly [Sql, ...Sql[]];
  excludes: readonly Sql[];
  marketId: string | undefined;
  /** The last company of the page before. */
  after: FoundCompany | null;
  offset: number;
  size: number;
}

/** A page of companies, latest match first, with how many there are over all pages and when the latest of them matched. */
export async function pageOfCompanies(
  db: Database,
  question: CompanyQuestion,
): Promise<{ rows: FoundCompany[]; total: number; newest: string | null }> {
  const { includes, excludes, marketId, after, offset, size } = question;
  const [first, ...others] = includes.map(ofCompany);
  const joined = others.map((one, at) => sql`join (${one}) ${alias(at + 1)} using (entity_id)`);
  const dates = includes.map((_, at) => sql`${alias(at)}.matched_at`);
  const without = excludes.map(one => sql`and entity_id not in (select entity_id from (${one}) x)`);
  const inMarket = marketId === undefined ? empty : sql`and entity_id in (${companiesOf(marketId)})`;
  const rows = await db.query<FoundCompany & { total: number; newest: string | null }>(sql`
    with found as materialized (
      select entity_id, greatest(${join(dates)}) as matched_at
      from (${first}) ${alias(0)} ${spaced(joined)} where true ${spaced(without)} ${inMarket}
    )
    select p.entity_id, p.matched_at, t.total, t.newest
    from (select count(*)::integer as total, max(matched_at) as newest from found) t left join (
      select entity_id, matched_at from found where ${behind(after)}
      order by matched_at desc nulls last, entity_id offset ${offset}::integer limit ${size}::integer) p on true
    order by p.matched_at desc nulls last, p.entity_id`);
  const { total, newest } = rows[0] ?? { total: 0, newest: null };
  return { rows: rows.filter(row => row.entity_id !== null), total, newest };
}

/** Why a screen found nothing: the store has nothing of what it looks for, or no company of the market. */
export async function whyNone(
  db: Database,
  { anything }: ScreenPredicate,
  marketId: string | undefined,
): Promise<'not_covered' | 'not_reported'> {
  const isCovered = (await db.queryOne(anything)) !== null && (await hasCompanies(db, marketId));
  return isCovered ? 'not_reported' : 'not_covered';
}

/** Whether the store has companies of a market; of any where none is named. */
export async function hasCompanies(db: Database, marketId: string | undefined): Promise<boolean> {
  return marketId === undefined || (await db.queryOne(sql`${companiesOf(marketId)} limit 1`)) !== null;
}

function ofCompany(companies: Sql): Sql {
  return sql`select entity_id, max(matched_at) as matched_at from (${companies}) c group by entity_id`;
}

const ALIASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => sql([name]));

function alias(at: number): Sql {
  const name = ALIASES[at];
  if (name === undefined) throw new RangeError('a screen has more predicates than there are names for');
  return name;
}

function spaced(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? empty : join(parts, ' ');
}

/** Companies with a registrant or a listing of a market. */
function companiesOf(marketId: string): Sql {
  return sql`
    select o.entity_id from issuers o where o.market_id = ${marketId}
    union select o.entity_id from listings l join issuers o using (issuer_id) where l.market_id = ${marketId}`;
}

function behind(after: FoundCompany | null): Sql {
  if (after === null) return sql`true`;
  const { matched_at: at, entity_id: id } = after;
  if (at === null) return sql`matched_at is null and entity_id > ${id}::bigint`;
  return sql`(matched_at < ${at} or (matched_at = ${at} and entity_id > ${id}::bigint) or matched_at is null)`;
}

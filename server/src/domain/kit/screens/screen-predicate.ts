import { z } from 'zod';
import type { Account } from '../../../accounts/account.ts';
import { type Database, empty, join, type Sql, sql } from '../../../db/database.ts';
import { alwaysCheck, limit, marketId, text } from '../input-fields.ts';

/** What a predicate matched at one company, named after the predicate. */
export interface ScreenMatch {
  predicate: string;
}

/** The span in which a dated row must have become known. */
export interface ScreenSpan {
  after: string;
  until: string;
}

/** A condition that a screen applies to companies. */
export interface ScreenPredicate<Match extends ScreenMatch = ScreenMatch> {
  /** A statement that selects `entity_id, matched_at` of matching companies, any number of rows each; null = undated. */
  companies: (span: ScreenSpan) => Sql;
  /** The matches of some of these companies, by entity id. */
  matches: (requested: {
    db: Database;
    account: Account | null;
    entityIds: readonly string[];
    span: ScreenSpan;
  }) => Promise<Map<string, Match>>;
  /** A statement that selects `issuer_id` of everything that was read for this predicate. */
  anything: Sql;
  /** What that is, for responses that name it as missing: `press releases`. */
  data: string;
  /** Throws the error of the stand-alone screen for a question that it rejects. */
  refuse?: (db: Database, marketId: string | undefined) => Promise<void>;
}

/** A company that a screen found, with its sort key. */
export interface FoundCompany {
  entity_id: string;
  /** When its latest dated row matched; null if no row is dated. */
  matched_at: string | null;
}

export interface CompanyQuestion {
  /** Statements from {@link ScreenPredicate.companies}: all of `includes` and none of `excludes` must match. */
  includes: readonly [Sql, ...Sql[]];
  excludes: readonly Sql[];
  marketId: string | undefined;
  /** Companies that the screen leaves out. */
  aside: readonly string[];
  /** The last company of the previous page; null for the first page. */
  after: FoundCompany | null;
  offset: number;
  size: number;
}

/** A page of companies, latest match first, with the total over all pages and the time of the latest match. */
export async function pageOfCompanies(
  db: Database,
  question: CompanyQuestion,
): Promise<{ rows: FoundCompany[]; total: number; newest: string | null }> {
  const { includes, excludes, marketId, aside, after, offset, size } = question;
  const [first, ...others] = includes.map(ofCompany);
  const joined = others.map((statement, at) => sql`join (${statement}) ${alias(at + 1)} using (entity_id)`);
  const dates = includes.map((_, at) => sql`${alias(at)}.matched_at`);
  const without = excludes.map(statement => sql`and entity_id not in (select entity_id from (${statement}) x)`);
  const leftOut = aside.length === 0 ? empty : sql`and entity_id <> all(${[...aside]}::bigint[])`;
  const inMarket = marketId === undefined ? empty : sql`and entity_id in (${companiesOf(marketId)})`;
  const rows = await db.query<FoundCompany & { total: number; newest: string | null }>(sql`
    with found as materialized (
      select entity_id, greatest(${join(dates)}) as matched_at
      from (${first}) ${alias(0)} ${spaced(joined)} where true ${spaced(without)} ${leftOut} ${inMarket}
    )
    select p.entity_id, p.matched_at, t.total, t.newest
    from (select count(*)::integer as total, max(matched_at) as newest from found) t left join (
      select entity_id, matched_at from found where ${behind(after)}
      order by matched_at desc nulls last, entity_id offset ${offset}::integer limit ${size}::integer) p on true
    order by p.matched_at desc nulls last, p.entity_id`);
  const { total, newest } = rows[0] ?? { total: 0, newest: null };
  return { rows: rows.filter(row => row.entity_id !== null), total, newest };
}

/** Members of a response of a screen that say why it found nothing. */
export type WhyNone = { empty_reason: 'not_reported' } | { empty_reason: 'not_covered'; not_covered: string[] };

/** Why a screen found nothing: `not_covered` if the store has no data for it, or none of the market. */
export async function whyNone(
  db: Database,
  { anything, data }: Pick<ScreenPredicate, 'anything' | 'data'>,
  marketId: string | undefined,
): Promise<WhyNone> {
  if (await hasData(db, anything, marketId)) return { empty_reason: 'not_reported' };
  const missing = marketId === undefined ? data : `${data} of the market ${marketId}`;
  return { empty_reason: 'not_covered', not_covered: [missing] };
}

/** Whether the store has any data for a predicate, of a market if one is given. */
export async function hasData(db: Database, anything: Sql, marketId: string | undefined): Promise<boolean> {
  const ofMarket =
    marketId === undefined
      ? empty
      : sql`where a.issuer_id in (select i.issuer_id from issuers i where i.entity_id in (${companiesOf(marketId)}))`;
  return (await db.queryOne(sql`select from (${anything}) a ${ofMarket} limit 1`)) !== null;
}

function ofCompany(companies: Sql): Sql {
  return sql`select entity_id, max(matched_at) as matched_at from (${companies}) c group by entity_id`;
}

const ALIASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => sql([name]));

function alias(at: number): Sql {
  const name = ALIASES[at];
  if (name === undefined) throw new RangeError(`A screen takes at most ${ALIASES.length} predicates.`);
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

/** Named windows, in days. */
const WINDOWS = { '7d': 7, '1m': 30, '3m': 90, '6m': 180, '1y': 365, '3y': 1_095, '5y': 1_825 } as const;

const NAMES = ['7d', '1m', '3m', '6m', '1y', '3y', '5y'] as const satisfies readonly (keyof typeof WINDOWS)[];

/** Parameters of every screen over a time window. */
export const screenWindow = {
  window_days: z.int().min(1).max(1_825).optional().describe('Length of the window in days up to now, 1 to 1825.'),
  window: z.enum(NAMES).optional().describe('Named alternative to window_days; if both are given, they must agree.'),
};

/** The parameters of a screen over a window with a length by default. */
export function screenWindowOf(defaultDays: number): typeof screenWindow {
  const text = `Length of the window in days, 1 to 1825; default ${defaultDays}.`;
  return { ...screenWindow, window_days: screenWindow.window_days.describe(text) };
}

/** The parameters that every screen over a window has after its own. */
export const windowedPage = {
  market_id: marketId.optional(),
  ...screenWindow,
  limit: limit(100, 20),
  cursor: text(512).optional().describe('The next_cursor of the previous page.'),
};

interface Window {
  window_days?: number | undefined;
  window?: (typeof NAMES)[number] | undefined;
}

/** The requested window in days; `byDefault` if none is given. */
export function windowDays<Default>({ window_days: days, window }: Window, byDefault: Default): number | Default {
  return days ?? (window === undefined ? byDefault : WINDOWS[window]);
}

const DAY_MS = 86_400_000;
/** The calendar of requests begins with the year 1. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

/** The beginning of a window of some days that ends at an instant; at the earliest the first day of the calendar. */
export function beginningOf(days: number, end: string): string {
  return new Date(Math.max(Date.parse(end) - days * DAY_MS, FIRST_MS)).toISOString();
}

/** Refines an input that has {@link screenWindow}. */
export function windowsAgree({ window_days: days, window }: Window): boolean {
  return days === undefined || window === undefined || days === WINDOWS[window];
}

export const WINDOWS_DISAGREE = { ...alwaysCheck, error: 'must agree with window_days', path: ['window'] };

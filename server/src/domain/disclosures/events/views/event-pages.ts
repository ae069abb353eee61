import type { z } from 'zod';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { DOCUMENTS_ARE_READ, whyNotStated } from '../../../filings/filings/views/unread-filings.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityOfRegistrant,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { andReadBy } from '../../../filings/proposals/views/read-by.ts';
import { hasData } from '../../../kit/screens/screen-predicate.ts';
import type { EventKind } from '../model.ts';
import {
  EVENT_COLUMNS,
  EVENT_ONCE,
  type EventColumns,
  eventIsCurrent,
  type eventRow,
  eventsKnown,
  filingOfEvent,
  NEWEST_EVENT_FIRST,
  newestVersions,
  toEvent,
} from './corporate-event.ts';

/** Filters of a list of events of all companies. */
export interface EventFilter {
  kinds?: readonly EventKind[] | undefined;
  marketId?: string | undefined;
  /** Known at this instant or later. */
  from?: string | undefined;
  /** Known on this day (UTC) or earlier. */
  until?: string | undefined;
  isNotable?: boolean | undefined;
  /** Only events with typed fields. */
  structuredOnly?: boolean | undefined;
  /** Excludes delistings of notes, warrants and units. */
  excludeDebt?: boolean | undefined;
  /** Part of an issuer's name, ticker or LEI. */
  issuer?: string | undefined;
  /** `rules`, `model` or `model:<name>`. */
  readBy?: string | undefined;
  /** Fictional issuers that the list leaves out. */
  aside?: readonly string[] | undefined;
  /** Only what was known before this instant; null for what is known now. */
  knownBefore: Instant | null;
}

/** Which page, as of which day. */
export interface EventPage {
  limit: number;
  offset: number;
  today: IsoDate;
}

/** Returns the filter as conditions on {@link newestVersions} or {@link eventsKnown} `v join issuers i`, for a `where` clause. */
function eventConditions(filter: EventFilter): Sql {
  const { kinds, marketId, from, until, isNotable, structuredOnly, excludeDebt, issuer, readBy, aside = [] } = filter;
  return sql`${eventIsCurrent(filter.knownBefore)} and ${EVENT_ONCE}
    ${kinds === undefined || kinds.length === 0 ? empty : sql`and v.kind = any(${[...kinds]}::text[])`}
    ${from === undefined ? empty : sql`and v.first_known_at >= ${from}::timestamptz`}
    ${until === undefined ? empty : sql`and v.first_known_at < (${until}::date + 1)::timestamp at time zone 'UTC'`}
    ${isNotable === undefined ? empty : sql`and v.is_notable = ${isNotable}`}
    ${structuredOnly === true ? sql`and v.is_structured` : empty}
    ${excludeDebt === true ? sql`and v.variant is distinct from 'debt'` : empty}
    ${andReadBy(sql`v.read_by`, readBy)}
    ${andNot(sql`i.entity_id`, aside)}
    ${marketId === undefined ? empty : inMarket(marketId)}
    ${issuer === undefined ? empty : sql`and i.entity_id in (${entitiesLike(issuer)})`}`;
}

function inMarket(marketId: string): Sql {
  return sql`and (i.market_id = ${marketId} or exists (
    select from issuers m join listings l on l.issuer_id = m.issuer_id
    where m.entity_id = i.entity_id and l.market_id = ${marketId}))`;
}

/** A fragment that may belong to an LEI. Shorter fragments match too many LEIs. */
const LEI_FRAGMENT = /^(?=.*\d)[A-Z0-9]{6,20}$/;

/** A fragment that may belong to a ticker; a shorter one is a whole ticker. */
const TICKER_FRAGMENT = /^[A-Z0-9]{3,}$/;

function entitiesLike(fragment: string): Sql {
  const key = nameKey(fragment);
  const ticker = tickerKey(fragment);
  const lei = fragment.trim().toUpperCase();
  const named =
    key === '' ? empty : sql`union select issuer_id from issuer_names where name_key like ${`%${likeText(key)}%`}`;
  const byLei = LEI_FRAGMENT.test(lei)
    ? sql`union select issuer_id from issuer_identifiers where scheme = 'lei' and identifier like ${`%${lei}%`}`
    : empty;
  const listed = TICKER_FRAGMENT.test(ticker)
    ? sql`ticker_key like ${`%${likeText(ticker)}%`}`
    : sql`ticker_key = ${ticker}`;
  return sql`select entity_id from issuers where issuer_id in (
    select issuer_id from listings where ${listed} ${named} ${byLei} union ${issuersWithFragment(fragment)})`;
}

/**
 * Issuers of companies with events whose name, as registered, contains the fragment: folded names lack the legal form,
 * whole or cut. The event may be of another registrant of the company than the name.
 */
function issuersWithFragment(fragment: string): Sql {
  const like = `%${likeText(fragment.normalize('NFKC').trim().toLowerCase())}%`;
  return sql`
    select n.issuer_id from (
      select issuer_id, company_name as name from issuers
      union all select issuer_id, name from alternate_names
      union all select issuer_id, company_name from former_names) n
      join issuers named using (issuer_id)
    where named.entity_id in (select o.entity_id from corporate_events join issuers o using (issuer_id))
      and lower(normalize(n.name, NFKC)) like ${like}`;
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

type Row = EventColumns & EntityRefRow;

/** The key of a row of `corporate_events`. */
interface EventKey {
  issuer_id: string;
  registry: string;
  native_id: string;
  place: number;
}

/** Loads a page of events, newest first, each with its company. */
export async function pageOfEvents(
  db: Database,
  filter: EventFilter,
  { limit, offset, today }: EventPage,
): Promise<{ items: z.output<typeof eventRow>[]; total: number }> {
  const conditions = eventConditions(filter);
  const matching = newestVersions(filter.knownBefore);
  const keys = await db.query<EventKey>(sql`
    select v.issuer_id, v.registry, v.native_id, v.place from ${matching} v join issuers i using (issuer_id)
    where ${conditions} ${NEWEST_EVENT_FIRST}, v.issuer_id limit ${limit}::integer offset ${offset}::integer`);
  const { ctes, events } = eventsKnown([...new Set(keys.map(key => key.issuer_id))], filter.knownBefore);
  const rows = await db.query<Row>(sql`
    with ${ctes} page as materialized (
      select v.*, i.entity_id
      from json_to_recordset(${JSON.stringify(keys)}::json) as key (issuer_id bigint, registry text, native_id text, place smallint)
      join ${events} v using (issuer_id, registry, native_id, place) join issuers i using (issuer_id))
    select ${EVENT_COLUMNS}, ${ENTITY_REF_COLUMNS}
    from page v join issuers i on i.issuer_id = v.entity_id ${entityOfRegistrant(filter.marketId)} ${filingOfEvent(events)}
    ${NEWEST_EVENT_FIRST}, v.issuer_id`);
  const counted = await db.queryOne<{ total: number }>(sql`
    select count(*)::integer as total from ${matching} v join issuers i using (issuer_id) where ${conditions}`);
  return { items: rows.map(row => ({ ...toEvent(row, today), entity: toEntityRef(row) })), total: counted?.total ?? 0 };
}

/** Maximum number of events per company on a page of companies: some companies have thousands. */
export const EVENTS_OF_A_COMPANY = 50;

/** Loads a page of companies by their newest event, each with its newest matching events. */
export async function pageOfCompanies(db: Database, filter: EventFilter, { limit, offset, today }: EventPage) {
  const conditions = eventConditions(filter);
  const matching = newestVersions(filter.knownBefore);
  const found = await db.query<EntityRefRow & { entity_id: string; total: number }>(sql`
    with companies as materialized (
      select i.entity_id, max(v.first_known_at) as newest, count(*) over ()::integer as total
      from ${matching} v join issuers i using (issuer_id) where ${conditions}
      group by i.entity_id order by newest desc, i.entity_id limit ${limit}::integer offset ${offset}::integer)
    select c.entity_id, c.total, ${ENTITY_REF_COLUMNS}
    from companies c join issuers i on i.issuer_id = c.entity_id ${entityOfRegistrant(filter.marketId)}
    order by c.newest desc, c.entity_id`);
  const ids = found.map(item => item.entity_id);
  const { withs, events: known } = eventsKnown(await registrantsOf(db, ids), filter.knownBefore);
  const rows = await db.query<EventColumns & { entity_id: string }>(sql`
    ${withs}
    select v.entity_id, ${EVENT_COLUMNS}
    from unnest(${ids}::bigint[]) as shown (id) cross join lateral (
      select v.*, i.entity_id from issuers i join ${known} v using (issuer_id)
      where i.entity_id = shown.id and ${conditions}
      ${NEWEST_EVENT_FIRST}, v.issuer_id limit ${EVENTS_OF_A_COMPANY}::integer) v
    ${filingOfEvent(known)} ${NEWEST_EVENT_FIRST}, v.issuer_id`);
  const events = Map.groupBy(rows, row => row.entity_id);
  const items = found.map(item => ({
    entity: toEntityRef(item),
    events: (events.get(item.entity_id) ?? []).map(row => toEvent(row, today)),
  }));
  return { items, total: found[0]?.total ?? (offset === 0 ? 0 : await countCompanies(db, matching, conditions)) };
}

/** Ids of all registrants of some companies. */
export async function registrantsOf(db: Database, entityIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ issuer_id: string }>(sql`
    select issuer_id from issuers where entity_id = any(${[...entityIds]}::bigint[])`);
  return rows.map(row => row.issuer_id);
}

async function countCompanies(db: Database, matching: Sql, conditions: Sql): Promise<number> {
  const row = await db.queryOne<{ total: number }>(sql`
    select count(distinct i.entity_id)::integer as total
    from ${matching} v join issuers i using (issuer_id) where ${conditions}`);
  return row?.total ?? 0;
}

/** Returns why a list of events of all companies is empty. */
export async function whyNoEvents(
  db: Database,
  newest: string | null,
  marketId: string | undefined,
  until: Instant | null,
) {
  const isCovered = newest !== null && (await hasData(db, readForEvents(until), marketId));
  return isCovered ? ('not_reported' as const) : ('not_covered' as const);
}

/** A statement that selects `issuer_id` of the filings that were read for events, of those known before an instant. */
export function readForEvents(until: Instant | null): Sql {
  if (until === null) return sql`select issuer_id from event_readings`;
  return sql`select r.issuer_id from event_readings r join filings g using (issuer_id, registry, native_id)
    where g.known_at < ${until}::timestamptz`;
}

/** Categories of filings that report events. */
const EVENT_CATEGORIES = [
  'material_event',
  'listing_change',
  'late_notice',
  'merger_document',
  'tender_offer',
  'registration',
  'prospectus',
  'annual_report',
  'interim_report',
] as const;

/** True if the list entry or the documents of `filings g` were read for events. */
const EVENTS_ARE_READ = sql`(${DOCUMENTS_ARE_READ} or exists (select from event_readings r
  where r.issuer_id = g.issuer_id and r.registry = g.registry and r.native_id = g.native_id))`;

/** Returns why a list of events of some issuers is empty, with the filings known before an instant, or now, that were not read. */
export function whyNoEventsOf(db: Database, issuerIds: readonly string[], until: Instant | null = null) {
  return whyNotStated(db, { issuerIds, categories: EVENT_CATEGORIES, isRead: EVENTS_ARE_READ, knownBefore: until });
}

/** Fictional issuers that a list of events of all companies leaves out. */
export function fictionalEventIssuersToHide(db: Database, marketId: string | undefined): Promise<string[]> {
  return fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`select from corporate_events where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
}

/** Returns when the newest event became known, of those known before an instant; null if no filing was read for events. */
export async function newestEventAt(
  db: Database,
  aside: readonly string[],
  until: Instant | null,
): Promise<string | null> {
  const known = until === null ? empty : sql`and first_known_at < ${until}::timestamptz`;
  const row = await db.queryOne<{ newest: string }>(sql`
    select first_known_at as newest from corporate_events where is_current ${known} ${andNot(sql`issuer_id`, aside)}
    order by first_known_at desc, event_id limit 1`);
  return row?.newest ?? null;
}

/** When the newest filing of the issuers became known, of those known before `until` if it is given; null without filings. */
export async function newestReading(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null = null,
): Promise<string | null> {
  const known = until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
  const row = await db.queryOne<{ newest: string | null }>(sql`
    select max(newest) as newest from unnest(${[...issuerIds]}::bigint[]) requested (issuer_id) cross join lateral (
      select known_at as newest from filings g
      where g.issuer_id = requested.issuer_id ${known} order by known_at desc limit 1) g`);
  return row?.newest ?? null;
}

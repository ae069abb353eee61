import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { andNot, fictionalFilersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { type Departure, departureOf, LIFE_EVENT_KINDS, type LifeEvent } from '../rules/departure.ts';
import { isMember } from './index-members.ts';

export const LISTING_STATUSES = ['listed', 'delisted', 'unlisted'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export interface UniverseQuestion {
  market_id?: readonly string[] | undefined;
  company_type?: readonly CompanyType[] | undefined;
  /** Beginnings of industry codes. */
  industry?: readonly string[] | undefined;
  listing_status?: readonly ListingStatus[] | undefined;
  /** Id of an index whose members on the day are listed. */
  index?: string | undefined;
  as_of?: IsoDate | undefined;
}

/** A company of the universe, as known at an instant. */
export interface UniverseCompany extends EntityRefRow {
  countryCode: string | null;
  companyType: CompanyType | null;
  industry: { scheme: string; code: string; label: string } | null;
  firstFiledAt: Instant;
  lastFiledAt: Instant;
  listingStatus: ListingStatus;
  departure: Departure | null;
}

interface Row extends EntityRefRow {
  country_code: string | null;
  company_type: CompanyType | null;
  industry: UniverseCompany['industry'];
  first_filed_at: Instant;
  last_filed_at: Instant;
  /** Listings that were known, and those of them that had not ended. */
  listings: number;
  open_listings: number;
  events: [LifeEvent['kind'], string | null, Instant, IsoDate | null, string, string][];
}

/** Companies are read in turns of so many, because the listing status is computed from their events. */
const TURN = 1_000;

/**
 * Companies that had filed something before `until`, in the order of their keys, from the one after `afterKey`. A filter by listing
 * status may pass over many of them. `atMost` companies will be taken.
 */
export async function* readUniverse(
  db: Database,
  question: UniverseQuestion,
  { until, afterKey, atMost = TURN }: { until: Instant; afterKey: string; atMost?: number },
): AsyncGenerator<UniverseCompany> {
  const { listing_status: wanted } = question;
  const turn = wanted === undefined ? Math.min(TURN, atMost) : TURN;
  const hidden = await fictionalFilersToHide(db, question.market_id?.[0]);
  for (let after = afterKey; ; ) {
    const rows = await db.query<Row>(companiesAfter(question, { until, after, turn, hidden }));
    for (const company of rows.map(row => toCompany(row, question.as_of !== undefined)))
      if (wanted === undefined || wanted.includes(company.listingStatus)) yield company;
    const last = rows.at(-1);
    if (last === undefined || rows.length < turn) return;
    after = last.canonical_key;
  }
}

function companiesAfter(
  question: UniverseQuestion,
  { until, after, turn, hidden }: { until: Instant; after: string; turn: number; hidden: readonly string[] },
): Sql {
  const { market_id: markets, index, as_of: asOf } = question;
  // Without a day the registries' current status counts. With one it does not, because it may have become known later.
  const hasEnded =
    asOf === undefined
      ? sql`(l.status = 'delisted' or coalesce(l.delisted_date <= ${until}::timestamptz::date, false))`
      : sql`coalesce(l.delisted_date <= ${asOf}::date, false)`;
  const hasBegun = asOf === undefined ? sql`true` : sql`coalesce(l.listed_date <= ${asOf}::date, true)`;
  return sql`
    select ${ENTITY_REF_COLUMNS}, i.country_code, i.industry, coalesce(f.company_type, i.company_type) as company_type,
      known.first_filed_at, known.last_filed_at, held.listings, held.open_listings, coalesce(life.events, '[]') as events
    from (
      select i.* from issuers i left join issuer_financials f using (issuer_id)
      where i.issuer_id = i.entity_id and i.canonical_key > ${after} ${andNot(sql`i.issuer_id`, hidden)} ${isOfKind(question)}
        ${index === undefined ? empty : isMember(index, lastDayBefore(until))}
        and exists (select from issuers o join filings g on g.issuer_id = o.issuer_id
          where o.entity_id = i.entity_id and g.known_at < ${until}::timestamptz)
      order by i.canonical_key limit ${turn}::integer) i
    left join issuer_financials f on f.issuer_id = i.issuer_id
    ${entityOfRegistrant(markets?.[0])}
    cross join lateral (
      select min(g.known_at) as first_filed_at, max(g.known_at) as last_filed_at
      from issuers o join filings g on g.issuer_id = o.issuer_id
      where o.entity_id = i.entity_id and g.known_at < ${until}::timestamptz) known
    cross join lateral (
      select count(*)::integer as listings, (count(*) filter (where not ${hasEnded}))::integer as open_listings
      from issuers o join listings l on l.issuer_id = o.issuer_id where o.entity_id = i.entity_id and ${hasBegun}) held
    left join lateral (
      select json_agg(json_build_array(kind, variant, first_known_at, event_date, registry, native_id) order by first_known_at, event_id) as events
      from (
        select distinct on (v.event_id) v.event_id, v.kind, v.variant, v.first_known_at, v.event_date, v.registry, v.native_id
        from issuers o join corporate_events v on v.issuer_id = o.issuer_id
        where o.entity_id = i.entity_id and v.kind = any(${[...LIFE_EVENT_KINDS]}::text[]) and v.known_at < ${until}::timestamptz
          and not exists (select from filing_standings st where st.registry = v.registry and st.native_id = v.native_id
            and st.status in ('withdrawn', 'closed') and st.since < ${until}::timestamptz)
        order by v.event_id, v.known_at desc, v.native_id desc, v.place) v) life on true
    order by i.canonical_key`;
}

/** Whether the lead `i` with financials `f` is of the markets, types and industries, which have no history; begins with `and`, or is empty. */
function isOfKind({ market_id: markets, company_type: types, industry }: UniverseQuestion): Sql {
  const ofMarkets = sql`
    and exists (select from issuers o left join listings l on l.issuer_id = o.issuer_id
      where o.entity_id = i.entity_id and (o.market_id = any(${[...(markets ?? [])]}::text[]) or l.market_id = any(${[...(markets ?? [])]}::text[])))`;
  return sql`${markets === undefined ? empty : ofMarkets}
    ${types === undefined ? empty : sql`and coalesce(f.company_type, i.company_type) = any(${[...types]}::text[])`}
    ${industry === undefined ? empty : sql`and (i.industry->>'code') ^@ any(${[...industry]}::text[])`}`;
}

/** A company that is in a universe from an instant on. */
export interface Entrant {
  /** Of its lead. */
  issuerId: string;
  canonicalKey: string;
  /** When its first filing became known, in milliseconds since 1970. */
  enteredMs: number;
}

/** The companies of a universe on any day, in the order of their keys; index and listing status are not looked at. */
export async function loadEntrants(db: Database, question: UniverseQuestion): Promise<Entrant[]> {
  const hidden = await fictionalFilersToHide(db, question.market_id?.[0]);
  const rows = await db.query<{ issuer_id: string; canonical_key: string; first_filed_at: Instant }>(sql`
    select i.issuer_id, i.canonical_key, known.first_filed_at
    from issuers i left join issuer_financials f using (issuer_id)
    cross join lateral (
      select min(g.known_at) as first_filed_at from issuers o join filings g on g.issuer_id = o.issuer_id
      where o.entity_id = i.entity_id) known
    where i.issuer_id = i.entity_id and known.first_filed_at is not null ${andNot(sql`i.issuer_id`, hidden)} ${isOfKind(question)}
    order by i.canonical_key`);
  return rows.map(row => ({
    issuerId: row.issuer_id,
    canonicalKey: row.canonical_key,
    enteredMs: Date.parse(row.first_filed_at),
  }));
}

/** The companies of a universe at an instant, among its entrants: those of {@link readUniverse}. */
export async function membersAt(
  db: Database,
  question: UniverseQuestion,
  entrants: readonly Entrant[],
  until: Instant,
): Promise<Entrant[]> {
  if (question.listing_status !== undefined) {
    const keys = new Set<string>();
    for await (const { canonical_key: key } of readUniverse(db, question, { until, afterKey: '' })) keys.add(key);
    return entrants.filter(({ canonicalKey }) => keys.has(canonicalKey));
  }
  const untilMs = Date.parse(until);
  const entered = entrants.filter(({ enteredMs }) => enteredMs < untilMs);
  if (question.index === undefined) return entered;
  const members = await db.query<{ issuer_id: string }>(sql`
    select i.issuer_id from issuers i where i.issuer_id = i.entity_id ${isMember(question.index, lastDayBefore(until))}`);
  const ids = new Set(members.map(row => row.issuer_id));
  return entered.filter(({ issuerId }) => ids.has(issuerId));
}

/** The last day (UTC) that has begun before an instant. */
export function lastDayBefore(until: Instant): IsoDate {
  return new Date(Date.parse(until) - 1).toISOString().slice(0, 10);
}

function toCompany(row: Row, isPast: boolean): UniverseCompany {
  const events = row.events.map(
    ([kind, variant, knownAt, eventDate, registry, nativeId]): LifeEvent => ({
      ...{ kind, variant, knownAt: new Date(knownAt).toISOString(), eventDate },
      filingId: filingId(registry, nativeId),
    }),
  );
  const stated = departureOf(events);
  const isListed = row.open_listings > 0;
  // A listing that is active now shows that what left was another security.
  const departure = !isPast && isListed && stated?.reason !== 'moved' ? null : stated;
  const { canonical_key, company_name, ticker, market_id } = row;
  return {
    ...{ canonical_key, company_name, ticker, market_id },
    countryCode: row.country_code,
    companyType: row.company_type,
    industry: row.industry,
    firstFiledAt: row.first_filed_at,
    lastFiledAt: row.last_filed_at,
    listingStatus: statusOf(row, departure),
    departure,
  };
}

function statusOf({ listings, open_listings: open }: Row, departure: Departure | null): ListingStatus {
  if (departure !== null && departure.reason !== 'moved') return 'delisted';
  if (open > 0) return 'listed';
  return listings > 0 ? 'delisted' : 'unlisted';
}

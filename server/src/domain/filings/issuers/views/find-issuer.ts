import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { namedTicker, tickerKeys } from '../../../../kernel/identifiers/ticker-keys.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { type IssuerByAnyKey, issuersByCanonicalKey, issuersByIsin, issuersByLei } from '../search/issuer-keys.ts';
import { type EntityRefRow, HOME_FIRST, toEntityRef } from './entity.ts';

/** The identifiers in a request for one company; they must agree. */
export interface IssuerQuestion {
  ticker?: string | undefined;
  /** Selects the listing of a ticker, and the listing to show. */
  market_id?: string | undefined;
  lei?: string | undefined;
  isin?: string | undefined;
  canonical_key?: string | undefined;
}

/** A registrant of an entity, with the head of its canonical financials if it has any. */
export interface Registrant {
  issuer_id: string;
  canonical_key: string;
  industry_code: string | null;
  /** Changes with its financials; null if it has none. */
  version: string | null;
  company_type: string | null;
  accounting_standard: string | null;
  currency: string | null;
  data_as_of: string | null;
  /** Changes with the tagged facts of its filings; null if it has none. */
  reports_version: string | null;
}

/** A company, the requested listing (else the home listing), and all its registrants. */
export interface FoundEntity extends EntityRefRow {
  entity_id: string;
  /** The lead first, then those of the home listing's market. */
  registrants: Registrant[];
}

/** One row per matching listing and registrant; entity columns are those of the lead. */
interface FoundRow extends Registrant {
  entity_id: string;
  entity_key: string;
  entity_name: string;
  ticker: string | null;
  market_id: string | null;
  listing_status: string | null;
}

const FOUND_COLUMNS = sql`
  i.entity_id, e.canonical_key as entity_key, e.company_name as entity_name, l.ticker, l.market_id, l.status as listing_status,
  i.issuer_id, i.canonical_key, i.industry->>'code' as industry_code,
  f.version, f.company_type, f.accounting_standard, f.currency, f.data_as_of, r.version as reports_version`;

/** Joins a requested issuer `a` to its entity's lead `e` and registrants `i`, with the stored data of each. */
const FOUND_JOINS = sql`
  join issuers e on e.issuer_id = a.entity_id join issuers i on i.entity_id = a.entity_id
  left join issuer_financials f on f.issuer_id = i.issuer_id left join issuer_reports r on r.issuer_id = i.issuer_id`;

const LEAD_FIRST = sql`i.issuer_id <> i.entity_id, i.market_id <> e.market_id, i.issuer_id`;

/**
 * The one entity that a request denotes. Throws `not_found`, `ambiguous_ticker` with the candidates, or `bad_request` if
 * identifiers denote different entities. `marketParameter` is the name of the route's market parameter.
 */
export async function findIssuer(
  db: Database,
  question: IssuerQuestion,
  marketParameter: 'market' | 'market_id' = 'market_id',
): Promise<FoundEntity> {
  const { ticker, lei, isin, canonical_key, market_id } = question;
  const found: FoundEntity[][] = [];
  if (ticker !== undefined) found.push(await byTicker(db, ticker, market_id));
  const keys: [string, IssuerByAnyKey][] = [];
  if (lei !== undefined) keys.push([`LEI ${lei}`, issuersByLei(lei)]);
  if (isin !== undefined) keys.push([`ISIN ${isin}`, issuersByIsin(isin)]);
  if (canonical_key !== undefined) keys.push([`canonical key ${canonical_key}`, issuersByCanonicalKey(canonical_key)]);
  for (const [name, key] of keys) found.push(await byKey(db, name, key, market_id));
  return onlyEntity(agreed(found, { ticker, lei, isin, canonical_key }), ticker, marketParameter);
}

async function byTicker(db: Database, ticker: string, marketId: string | undefined): Promise<FoundEntity[]> {
  const inMarket = marketId === undefined ? empty : sql`and l.market_id = ${marketId}`;
  const rows = await db.query<FoundRow>(sql`
    select ${FOUND_COLUMNS}
    from listings l join issuers a on a.issuer_id = l.issuer_id ${FOUND_JOINS}
    where l.ticker_key = any(${tickerKeys(ticker, marketId)}) ${inMarket}
    order by i.entity_id, coalesce(l.is_entity_home, l.is_home) desc, l.market_id, l.issuer_id, ${LEAD_FIRST}`);
  if (rows.length === 0) {
    // A ticker that looks like one with a market's code comes first if a company has exactly that ticker.
    const named = marketId === undefined ? namedTicker(ticker) : null;
    if (named !== null) return byTicker(db, named.ticker, named.marketId);
    const where = marketId === undefined ? '' : ` in the market ${marketId}`;
    const suggestions = await nearestListings(db, ticker, marketId);
    const hint = suggestions.length === 0 ? '' : ` The nearest: ${suggestions.map(nameOfListing).join(', ')}.`;
    throw new AsfiledError('not_found', `No listing has the ticker ${ticker}${where}.${hint}`, { suggestions });
  }
  const trading = rows.filter(row => row.listing_status !== 'delisted');
  return toEntities(trading.length > 0 ? trading : rows);
}

export const MAX_SUGGESTIONS = 5;

/**
 * Companies with the ticker in another market, then those whose ticker differs in one letter, or whose name is or begins with
 * what was given; the most prominent first.
 */
export async function nearestListings(
  db: Database,
  ticker: string,
  marketId: string | undefined,
): Promise<EntityRefRow[]> {
  const inMarket = marketId === undefined ? empty : sql`and l.market_id = ${marketId}`;
  const same = tickerKeys(ticker, undefined);
  const name = nameKey(ticker);
  const named =
    name.length < SHORTEST_NAME
      ? empty
      : sql`union select issuer_id from issuer_names
          where name_key ~>=~ ${name} and name_key ~<~ ${`${name}\u{10FFFF}`} and prominence > 0`;
  const rows = await db.query<EntityRefRow>(sql`
    select e.canonical_key, e.company_name, l.ticker, l.market_id from (
      select distinct on (i.entity_id) i.entity_id, l.ticker, l.market_id, l.ticker_key = any(${same}) as is_same,
        (select max(prominence) from issuer_names n where n.issuer_id = i.issuer_id) as prominence
      from listings l join issuers i on i.issuer_id = l.issuer_id
      where l.status <> 'delisted' and (l.ticker_key = any(${same})
        or (l.ticker_key = any(${similarTickers(tickerKey(ticker))}) or l.issuer_id in (
          select null::bigint where false ${named})) ${inMarket})
      order by i.entity_id, is_same desc, coalesce(l.is_entity_home, l.is_home) desc, l.market_id, l.ticker) l
    join issuers e on e.issuer_id = l.entity_id
    order by l.is_same desc, l.prominence desc nulls last, l.ticker, l.market_id limit ${MAX_SUGGESTIONS}::integer`);
  return rows.map(toEntityRef);
}

const SHORTEST_NAME = 3;
const LONGEST_TICKER = 12;
const TICKER_LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** Every ticker that differs by one letter more, less or other, or by two that changed places. */
export function similarTickers(key: string): string[] {
  const letters = [...key];
  if (letters.length === 0 || letters.length > LONGEST_TICKER) return [];
  const spellings = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
    for (const letter of TICKER_LETTERS) {
      spellings.add(before + letter + after);
      if (after !== '') spellings.add(before + letter + after.slice(1));
    }
    if (after !== '') spellings.add(before + after.slice(1));
    if (after.length > 1) spellings.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  spellings.delete(key);
  return [...spellings].filter(spelling => spelling !== '');
}

export function nameOfListing({ ticker, market_id, company_name }: EntityRefRow): string {
  return `${ticker} in ${market_id} (${company_name})`;
}

async function byKey(
  db: Database,
  name: string,
  key: IssuerByAnyKey,
  marketId: string | undefined,
): Promise<FoundEntity[]> {
  const rows = await db.query<FoundRow>(sql`
    select ${FOUND_COLUMNS}
    from (select distinct entity_id from issuers where issuer_id in (${key})) a ${FOUND_JOINS} ${shownListing(marketId)}
    order by i.entity_id, ${LEAD_FIRST}`);
  if (rows.length === 0) throw new AsfiledError('not_found', `No issuer has the ${name}.`);
  return toEntities(rows);
}

function shownListing(marketId: string | undefined): Sql {
  const join = marketId === undefined ? sql`left join` : sql`join`;
  const inMarket = marketId === undefined ? empty : sql`and l.market_id = ${marketId}`;
  return sql`${join} lateral (
    select l.ticker, l.market_id, l.status from issuers o join listings l on l.issuer_id = o.issuer_id
    where o.entity_id = a.entity_id ${inMarket}
    order by ${HOME_FIRST} limit 1) l on true`;
}

/** One entity from consecutive rows, with the listing of the first row. */
function toEntities(rows: readonly FoundRow[]): FoundEntity[] {
  const entities = new Map<string, FoundEntity>();
  for (const { entity_id, entity_key, entity_name, ticker, market_id, listing_status: _, ...registrant } of rows) {
    const known = entities.get(entity_id);
    if (known === undefined) {
      const lead = { entity_id, canonical_key: entity_key, company_name: entity_name };
      entities.set(entity_id, { ...lead, ticker, market_id, registrants: [registrant] });
    } else if (known.registrants.every(other => other.issuer_id !== registrant.issuer_id)) {
      known.registrants.push(registrant);
    }
  }
  return [...entities.values()];
}

/** The entities that match every identifier, with the listing that the first of them found. */
function agreed(found: readonly FoundEntity[][], question: IssuerQuestion): FoundEntity[] {
  const [first = [], ...others] = found;
  const common = first.filter(row => others.every(rows => rows.some(other => other.entity_id === row.entity_id)));
  if (common.length > 0) return common;
  const given = Object.entries(question).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  throw new AsfiledError('bad_request', `These name different issuers: ${given.join(', ')}. Give one of them.`);
}

function onlyEntity(
  entities: readonly FoundEntity[],
  ticker: string | undefined,
  parameter: 'market' | 'market_id',
): FoundEntity {
  const [only, second] = entities;
  if (only && !second) return only;
  throw new AsfiledError(
    'ambiguous_ticker',
    `${ticker ?? 'The identifier'} names several issuers; add ${parameter}, or give the canonical_key of one of them.`,
    { candidates: entities.slice(0, MAX_CANDIDATES).map(toEntityRef), parameter },
  );
}

const MAX_CANDIDATES = 20;

/** A key that changes with everything that responses show of an entity; used for caching. */
export function versionOf({
  entity_id,
  canonical_key,
  company_name,
  ticker,
  market_id,
  registrants,
}: FoundEntity): string {
  let version = `${entity_id}\n${canonical_key}\n${company_name}\n${ticker}\n${market_id}`;
  for (const registrant of registrants) {
    version += `\n${registrant.canonical_key}\n${registrant.version}\n${registrant.data_as_of}\n${registrant.reports_version}\n${registrant.industry_code}`;
  }
  return version;
}

/** Ids of all registrants of an entity. */
export function issuerIdsOf({ registrants }: FoundEntity): string[] {
  return registrants.map(({ issuer_id }) => issuer_id);
}

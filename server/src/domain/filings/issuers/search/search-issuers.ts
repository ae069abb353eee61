import { type Database, empty, join, type Sql, sql } from '../../../../db/database.ts';
import { isCusip, isIsin, isinFrom, isLei } from '../../../../kernel/identifiers/check-digits.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { labelledNumber } from '../../../../kernel/identifiers/number-labels.ts';
import { namedTicker, tickerBesideExchange, tickerKeys } from '../../../../kernel/identifiers/ticker-keys.ts';
import { tickerKey } from '../../../../kernel/ids.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import { ENTITY_COLUMNS, ENTITY_JOINS, type EntityRow } from '../views/entity.ts';
import { listingByCommonName, type NamedListing, similarCommonNames } from './common-names.ts';
import { listingOfHomeTicker } from './home-tickers.ts';
import { issuersByIdentifier, issuersByIsin, issuersByLei, issuersByNumber } from './issuer-keys.ts';
import { beginsWith, isWide, type NameWays, waysByName } from './match-names.ts';
import { requestedReadings, waysByReading } from './match-readings.ts';
import { type NameWithTicker, namesWithTicker } from './name-with-ticker.ts';
import { CODES_IN_ISIN, COUNTRIES_OF_SCHEME, NUMBER } from './query-codes.ts';
import { maxMisspellings, type SimilarName, similarNames, spelledScore } from './similar-names.ts';

/** The criteria of a search; an entity must match all of them. */
export interface IssuerSearch {
  query?: string | undefined;
  ticker?: string | undefined;
  cn_ticker?: string | undefined;
  hk_ticker?: string | undefined;
  lei?: string | undefined;
  isin?: string | undefined;
  market_id?: string | undefined;
}

export type MatchedOn = 'ticker' | 'lei' | 'isin' | 'identifier' | 'name' | 'alternate_name' | 'former_name';

/** An entity with its best match; ticker and market are those of the listing that matched. */
export interface FoundIssuer extends EntityRow {
  matched_on: MatchedOn;
  score: number;
  asked_ticker: string | null;
  asked_market_id: string | null;
}

/**
 * Entities by name, ticker or identifier, best first. Exact tickers and identifiers come before exact names, then names that
 * begin with the query, then names that contain a word of it or are spelt like it. Within each, more prominent entities come
 * first (a traded listing, more filings). A match of any registrant is a match of its entity.
 */
export async function searchIssuers(db: Database, search: IssuerSearch, limit: number): Promise<FoundIssuer[]> {
  const ways = waysToMatch(search);
  const found = await findByWays(db, search, ways, limit);
  const key = nameKey(search.query ?? '');
  if (key === '' || (found[0]?.score ?? 0) >= SPELT_RIGHT) return found;
  // Names of prominence 0 that are misspelt come behind all that are found.
  const similar = await similarNames(db, key, requestedReadings(search.query ?? ''), {
    withOnlyNamed: found.length < limit,
  });
  const listings = similarCommonNames(key, maxMisspellings(key)).filter(listing =>
    isRequested(listing, search.market_id),
  );
  if (similar.length + listings.length === 0) return found;
  const misspelt = [
    bySimilarNames(similar),
    ...listings.map(listing => byCommonName(listing, spelledScore(listing.cost) + COMMON_NAME_MISSPELT)),
  ];
  // Of one criterion the best that were found are the best of all.
  const withMisspelt =
    ways.requested === 1
      ? { known: [byFound(found), ...misspelt], others: [], othersByWord: [], requested: 1 }
      : { ...ways, others: [...ways.others, ...misspelt] };
  return findByWays(db, search, withMisspelt, limit);
}

/** As of a whole name of a company that is well-known. */
const COMMON_NAME_MISSPELT = 0.06;

/** The least score of a name that begins with the query: such a query is no misspelling. */
const SPELT_RIGHT = 0.8;

function byFound(found: readonly FoundIssuer[]): Sql {
  const rows = found.map(({ entity_id, matched_on, score, asked_ticker, asked_market_id }) => {
    return { issuer_id: entity_id, matched_on, score, ticker: asked_ticker, market_id: asked_market_id };
  });
  return sql`(
    select issuer_id, 'query'::text, matched_on, score, ticker, market_id from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (issuer_id bigint, matched_on text, score float8, ticker text, market_id text))`;
}

function bySimilarNames(names: readonly SimilarName[]): Sql {
  return sql`(
    select issuer_id, 'query'::text, matched, score, null::text, null::text
    from json_to_recordset(${JSON.stringify(names)}::json) as row (issuer_id bigint, matched text, score float8))`;
}

type Ways = NameWays & { requested: number };

async function findByWays(db: Database, search: IssuerSearch, ways: Ways, limit: number): Promise<FoundIssuer[]> {
  const inMarket = search.market_id === undefined ? empty : marketCondition(search.market_id);
  return db.query<FoundIssuer>(sql`
    with hits (issuer_id, requested, matched_on, score, ticker, market_id) as materialized (${join(ways.known, ' union all ')}),
    found_by_name as materialized (select count(distinct issuer_id) as issuers from hits where requested = 'query'),
    begun (issuer_id, requested, matched_on, score, ticker, market_id) as materialized (select * from hits ${furtherWays(ways.others)}),
    found_by_beginning as materialized (select count(distinct issuer_id) as issuers from begun where requested = 'query'),
    all_hits (issuer_id, requested, matched_on, score, ticker, market_id) as (select * from begun ${furtherWays(ways.othersByWord)}),
    best as (
      select distinct on (entity_id) entity_id, matched_on, score, ticker, market_id,
        count(*) over (partition by entity_id) as hits
      from (
        select distinct on (entity_id, requested) entity_id, h.*
        from all_hits h join issuers i using (issuer_id) order by entity_id, requested, score desc, matched_on
      ) h
      order by entity_id, score desc, matched_on
    ),
    page as (
      select b.*, i.company_name, (
        select max(prominence) from issuer_names n where n.issuer_id = i.issuer_id) as prominence
      from best b join issuers i on i.issuer_id = b.entity_id
      where b.hits = ${ways.requested}::integer ${inMarket}
      order by score desc, (i.status = 'active') desc, prominence desc nulls last, matched_on = 'name' desc, length(i.company_name), b.entity_id
      limit ${limit}::integer
    )
    select ${ENTITY_COLUMNS}, p.matched_on, p.score, p.ticker as asked_ticker, p.market_id as asked_market_id
    from page p join issuers i on i.issuer_id = p.entity_id ${ENTITY_JOINS}
    order by p.score desc, (i.status = 'active') desc, p.prominence desc nulls last, p.matched_on = 'name' desc, length(i.company_name), i.entity_id`);
}

function furtherWays(ways: readonly Sql[]): Sql {
  return ways.length === 0 ? empty : sql`union all ${join(ways, ' union all ')}`;
}

function marketCondition(marketId: string): Sql {
  return sql`and exists (
    select from issuers m where m.entity_id = b.entity_id and (m.market_id = ${marketId} or exists (
      select from listings l where l.issuer_id = m.issuer_id and l.market_id = ${marketId})))`;
}

function onlyKnown(known: Sql[]): NameWays {
  return { known, others: [], othersByWord: [] };
}

/** One `select` per way of matching, each yielding issuer_id, requested, matched_on, score, ticker, market_id. */
function waysToMatch(search: IssuerSearch): Ways {
  const { query, ticker, cn_ticker, hk_ticker, lei, isin, market_id } = search;
  const named = query === undefined ? onlyKnown([]) : byQuery(query, market_id);
  const ways: Sql[][] = [];
  if (query !== undefined) ways.push(named.known);
  if (ticker !== undefined) ways.push(byAnyTicker('ticker', ticker, market_id, EXACT));
  if (cn_ticker !== undefined) ways.push([byTicker('cn_ticker', tickerKeys(cn_ticker, 'cn'), 'cn', EXACT)]);
  if (hk_ticker !== undefined) ways.push([byTicker('hk_ticker', tickerKeys(hk_ticker, 'hk'), 'hk', EXACT)]);
  if (lei !== undefined) ways.push([byKey('lei', 'lei', issuersByLei(lei))]);
  if (isin !== undefined) ways.push([byKey('isin', 'isin', issuersByIsin(isin)), ...byCodeInIsin('isin', isin)]);
  return { ...named, known: ways.flat(), requested: ways.length };
}

/**
 * The query as typed, as a ticker of the market that its notation names, and as one of another market. `exact` is the score
 * of the query as typed.
 */
function byAnyTicker(requested: string, ticker: string, marketId: string | undefined, exact: number): Sql[] {
  const ways = [byTicker(requested, tickerKeys(ticker, marketId), marketId, exact)];
  if (marketId !== undefined) return ways;
  if (HONG_KONG_CODE.test(ticker)) ways.push(byTicker(requested, tickerKeys(ticker, 'hk'), 'hk', UNSTATED_MARKET));
  const beside = tickerBesideExchange(ticker);
  if (beside !== null)
    ways.push(byTicker(requested, tickerKeys(beside.ticker, beside.marketId), beside.marketId, AS_NAME));
  const named = namedTicker(ticker);
  if (named === null) return ways;
  ways.push(byTicker(requested, tickerKeys(named.ticker, named.marketId), named.marketId, EXACT));
  const elsewhere = listingOfHomeTicker(named.marketId, named.ticker);
  if (elsewhere !== null) {
    const keys = tickerKeys(elsewhere.tickerKey, elsewhere.marketId);
    ways.push(byTicker(requested, keys, elsewhere.marketId, HOME_TICKER));
  }
  // Companies with a ticker of letters often have it at several exchanges; numbers say nothing beyond their market.
  if (/^[A-Z]{2,}$/.test(named.ticker))
    ways.push(byTickerElsewhere(requested, named.ticker, /\p{Ll}/u.test(ticker) ? AS_NAME : 0.9));
  return ways;
}

/** Stock codes of Hong Kong are written with any number of leading zeros, so that one of another market may be meant. */
const HONG_KONG_CODE = /^\d{1,5}$/;
const UNSTATED_MARKET = 0.97;

/** Before the same letters of another company in another market. */
const HOME_TICKER = 0.96;

/** Behind every exact match, and behind names if the query could be words: `ship he`. */
function byTickerElsewhere(requested: string, key: string, score: number): Sql {
  return sql`(
    select issuer_id, ${requested}::text, 'ticker'::text, ${score}::float8, ticker, market_id
    from listings where ticker_key = ${key} and status <> 'delisted')`;
}

const EXACT = 1;
const WHOLE_NAME = 0.98;
/** Behind names that begin with the query. */
const AS_NAME = 0.79;
/** Tickers that could be words: of a query in small letters the company with that name may be meant. */
const WORD = /^\p{L}*\p{Ll}\p{L}*$|^\p{L}{6,}$/u;

function byTicker(requested: string, keys: readonly string[], marketId: string | undefined, exact: number): Sql {
  const inMarket = marketId === undefined ? empty : sql`and market_id = ${marketId}`;
  return sql`(
    select issuer_id, ${requested}::text as requested, 'ticker'::text as matched_on,
      (case when status = 'delisted' then 0.9 when coalesce(is_entity_home, is_home) then 1 else 0.995 end * ${exact})::float8 as score,
      ticker, market_id
    from listings where ticker_key = any(${keys}) ${inMarket})`;
}

/** `BRKB` for `BRK-B`: ranked behind an exact ticker or name. */
function byShareClass(query: string, marketId: string | undefined): Sql {
  const key = tickerKey(query);
  const inMarket = marketId === undefined ? empty : sql`and market_id = ${marketId}`;
  return sql`(
    select issuer_id, 'query'::text, 'ticker'::text, 0.96::float8, ticker, market_id
    from listings where ticker_key = ${`${key.slice(0, -1)}-${key.slice(-1)}`} ${inMarket})`;
}

function isRequested(listing: NamedListing, marketId: string | undefined): boolean {
  return marketId === undefined || marketId === listing.marketId;
}

/** Behind exact tickers, before exact names: a company of another market may have the same name. */
const COMMON_NAME = 0.985;

function byCommonName({ marketId, tickerKey: key }: NamedListing, score: number): Sql {
  return sql`(
    select issuer_id, 'query'::text, 'alternate_name'::text, ${score}::float8, ticker, market_id
    from listings where ticker_key = any(${tickerKeys(key, marketId)}) and market_id = ${marketId} and status <> 'delisted')`;
}

function byKey(requested: string, matchedOn: MatchedOn, issuers: Sql): Sql {
  return sql`(
    select issuer_id, ${requested}::text, ${matchedOn}::text, 1::float8, null::text, null::text from (${issuers}) k)`;
}

/** The share whose code the ISIN contains, behind those for which a source states the ISIN. */
function byCodeInIsin(requested: string, isin: string): Sql[] {
  return CODES_IN_ISIN.flatMap(([pattern, marketId, endings]) => {
    const code = pattern.exec(isin)?.[1];
    if (code === undefined) return [];
    const keys = endings.flatMap(ending => tickerKeys(`${code}${ending}`, marketId));
    return [
      sql`(
        select issuer_id, ${requested}::text, 'isin'::text, 0.97::float8, ticker, market_id
        from listings where ticker_key = any(${keys}) and market_id = ${marketId} and status <> 'delisted')`,
    ];
  });
}

/** The number of a Japanese company as an issuer of qualified invoices: its corporate number behind a T. */
const INVOICE_NUMBER = /^T[ -]?(\d{13})$/i;

/** Chinese and Japanese words for shares behind a name: `贵州茅台 A股`, `トヨタ 株価`. */
const WORDS_FOR_SHARES = /(?<=.{2}) ?(?:[ABH]股|股票|股价|股價|株価|株式|주가|주식)$/;

function byQuery(given: string, marketId: string | undefined): NameWays {
  const plain = given.normalize('NFKC').trim();
  const query = (/^[([{【〈《](.+)[)\]}】〉》]$/.exec(plain)?.[1] ?? plain).replace(WORDS_FOR_SHARES, '');
  const exact = WORD.test(query) ? WHOLE_NAME : EXACT;
  const ways = [
    ...byAnyTicker('query', query, marketId, exact),
    byShareClass(query, marketId),
    ...byLabel(query, marketId),
  ];
  if (NUMBER.test(query)) ways.push(byNumber(query));
  const invoiceNumber = INVOICE_NUMBER.exec(query)?.[1];
  if (invoiceNumber !== undefined) ways.push(byKey('query', 'identifier', issuersByIdentifier('jcn', invoiceNumber)));
  appendAll(ways, byCheckedCode(query));
  const key = nameKey(query);
  if (key === '') return onlyKnown(ways);
  // A ticker as a name: `UAL Corp`.
  if (key !== query.toLowerCase() && !key.includes(' '))
    ways.push(byTicker('query', tickerKeys(key, marketId), marketId, AS_NAME));
  const listing = listingByCommonName(key);
  if (listing !== null && isRequested(listing, marketId)) ways.push(byCommonName(listing, COMMON_NAME));
  const named = waysByName(key, otherSpellings(query, key));
  const combined = namesWithTicker(query).map(both => byNameWithTicker(both, marketId));
  return {
    known: [...ways, ...combined.flatMap(both => both.known), ...named.known, ...waysByReading(query)],
    others: [...combined.flatMap(both => both.others), ...named.others],
    othersByWord: [...combined.flatMap(both => both.othersByWord), ...named.othersByWord],
  };
}

/** `金鹰股份有限公司` of 金鹰股份, which lists abbreviate so, and `互盛公司` of 互盛股份有限公司. */
function otherSpellings(query: string, key: string): string[] {
  if (/股份有限公司$/.test(query)) return [`${key}股份`];
  return key.length > 3 && key.endsWith('公司') ? [key.slice(0, -2)] : [];
}

/** Of a ticker with a name besides it: in brackets; bare, if a name of the company begins like that; bare, if none does. */
const MARKED_TICKER = 0.985;
const AGREED_TICKER = 0.795;
const BARE_TICKER = 0.45;
/** Before the same ticker of a company with another name. */
const NAME_AGREES = 0.005;

/** A name and a ticker in one query; brackets make the rest the name. */
function byNameWithTicker({ name, ticker, isMarked }: NameWithTicker, marketId: string | undefined): NameWays {
  const key = nameKey(name);
  const known = ticker === null ? [] : [byTickerBesideName(ticker, key, isMarked, marketId)];
  if (!isMarked || key === '') return onlyKnown(known);
  const ways = waysByName(key);
  return { ...ways, known: [...known, ...ways.known] };
}

function byTickerBesideName(ticker: string, key: string, isMarked: boolean, marketId: string | undefined): Sql {
  const labelled = labelledNumber(ticker);
  const named = namedTicker(ticker);
  const code = named?.ticker ?? (labelled?.scheme === 'ticker' ? labelled.number : ticker);
  const market = marketId ?? named?.marketId ?? labelled?.marketId;
  const inMarket = market === undefined ? empty : sql`and l.market_id = ${market}`;
  const keys = [...new Set([...tickerKeys(code, market), ...(market === undefined ? tickerKeys(code, 'hk') : [])])];
  const [agreed, other] = isMarked ? [MARKED_TICKER + NAME_AGREES, MARKED_TICKER] : [AGREED_TICKER, BARE_TICKER];
  const first = isWide(key) ? key.slice(0, 2) : (key.split(' ')[0] ?? key);
  return sql`(
    select l.issuer_id, 'query'::text, 'ticker'::text,
      case when exists (
        select from issuers o join issuers m on m.entity_id = o.entity_id join issuer_names n on n.issuer_id = m.issuer_id
        where o.issuer_id = l.issuer_id and ${beginsWith(sql`n.name_key`, first)}
      ) then ${agreed}::float8 else ${other}::float8 end,
      l.ticker, l.market_id
    from listings l where l.ticker_key = any(${keys}) ${inMarket} and l.status <> 'delisted')`;
}

/** `00798` is first the share with this code, then those of other registries with the number 798. */
function byNumber(number: string): Sql {
  return sql`(
    select issuer_id, 'query'::text, 'identifier'::text, case when is_as_stated then 1 else 0.99 end::float8, null::text, null::text
    from (${issuersByNumber(number)}) n)`;
}

/** A query that says what its number is: `CIK 320193`, `cik:320193`, `法人番号 1180301018771`, `Ticker: CVS`. */
function byLabel(query: string, marketId: string | undefined): Sql[] {
  const labelled = labelledNumber(query);
  if (labelled === null) return [];
  const { scheme, number } = labelled;
  if (scheme === 'isin' || scheme === 'lei') return byCheckedCode(number);
  if (scheme === 'ticker') return byAnyTicker('query', number, marketId ?? labelled.marketId, EXACT);
  const countries = COUNTRIES_OF_SCHEME[scheme];
  if (countries !== undefined) return bySecurityNumber(number.toUpperCase().replace(/[ -]/g, ''), countries);
  return [byKey('query', 'identifier', issuersByIdentifier(scheme, number))];
}

/** An LEI or ISIN, possibly in groups: `5493 00YX 4S1L LSMK 2627`, `US-037833100-5`. */
function byCheckedCode(query: string): Sql[] {
  const code = query.toUpperCase().replace(/[ -]/g, '');
  if (isLei(code)) return [byKey('query', 'lei', issuersByLei(code))];
  if (isIsin(code)) return [byKey('query', 'isin', issuersByIsin(code)), ...byCodeInIsin('query', code)];
  return isCusip(code) ? bySecurityNumber(code, ['US', 'CA']) : [];
}

function bySecurityNumber(number: string, countries: readonly string[]): Sql[] {
  return countries.map(country => byKey('query', 'isin', issuersByIsin(isinFrom(country, number))));
}

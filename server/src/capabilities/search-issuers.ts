import { type Database, empty, join, type Sql, sql } from '../db/database.ts';
import { isIsin, isLei } from '../kernel/check-digits.ts';
import { tickerKey } from '../kernel/ids.ts';
import { nameKey } from '../kernel/name-key.ts';
import { ENTITY_COLUMNS, type EntityRow } from './entity-rows.ts';
import { issuersByCanonicalKey, issuersByIsin, issuersByLei } from './issuer-keys.ts';

/** What a search goes by; an issuer must match everything that is given. */
export interface IssuerSearch {
  query?: string | undefined;
  ticker?: string | undefined;
  cn_ticker?: string | undefined;
  hk_ticker?: string | undefined;
  lei?: string | undefined;
  isin?: string | undefined;
  market_id?: string | undefined;
}

export type MatchedOn = 'ticker' | 'lei' | 'isin' | 'identifier' | 'name' | 'former_name';

/** An issuer found, with the best of its matches; the ticker and market are those of a listing that matched. */
export interface FoundIssuer extends EntityRow {
  matched_on: MatchedOn;
  score: number;
  asked_ticker: string | null;
  asked_market_id: string | null;
}

/** Candidates that each way of matching a name may bring in before they are ranked together. */
const CANDIDATES = 40;

/**
 * Issuers by name, ticker or identifier, best first. Exact tickers and identifiers come before exact names, then names
 * that begin with the query, then those with a word of it or spelt like it (trigrams).
 */
export async function searchIssuers(db: Database, search: IssuerSearch, limit: number): Promise<FoundIssuer[]> {
  const ways = waysToMatch(search);
  const inMarket = search.market_id === undefined ? empty : marketCondition(search.market_id);
  return db.query<FoundIssuer>(sql`
    with hits (issuer_id, asked, matched_on, score, ticker, market_id) as (${join(ways.hits, ' union all ')}),
    best as (
      select distinct on (issuer_id) issuer_id, matched_on, score, ticker, market_id,
        count(*) over (partition by issuer_id) as hits
      from (select distinct on (issuer_id, asked) * from hits order by issuer_id, asked, score desc, matched_on) h
      order by issuer_id, score desc, matched_on
    ),
    page as (
      select b.*, i.company_name, exists (
        select from listings l where l.issuer_id = i.issuer_id and l.status = 'active') as is_trading
      from best b join issuers i using (issuer_id)
      where b.hits = ${ways.asked}::integer ${inMarket}
      order by score desc, (i.status = 'active') desc, is_trading desc, length(i.company_name), issuer_id
      limit ${limit}::integer
    )
    select ${ENTITY_COLUMNS}, p.matched_on, p.score, p.ticker as asked_ticker, p.market_id as asked_market_id
    from page p join issuers i using (issuer_id) left join issuer_financials f using (issuer_id)
    order by p.score desc, (i.status = 'active') desc, p.is_trading desc, length(i.company_name), i.issuer_id`);
}

function marketCondition(marketId: string): Sql {
  return sql`and (i.market_id = ${marketId} or exists (
    select from listings l where l.issuer_id = i.issuer_id and l.market_id = ${marketId}))`;
}

/** One `select` per way, each yielding issuer_id, asked, matched_on, score, ticker, market_id. */
function waysToMatch(search: IssuerSearch): { hits: Sql[]; asked: number } {
  const hits: Sql[] = [];
  const asked = new Set<string>();
  const add = (name: string, ...ways: Sql[]): void => {
    asked.add(name);
    hits.push(...ways);
  };
  if (search.query !== undefined) add('query', ...byQuery(search.query, search.market_id));
  if (search.ticker !== undefined) {
    add('ticker', byTicker('ticker', [tickerKey(search.ticker)], search.market_id));
  }
  if (search.cn_ticker !== undefined) add('cn_ticker', byTicker('cn_ticker', [tickerKey(search.cn_ticker)], 'cn'));
  if (search.hk_ticker !== undefined) add('hk_ticker', byTicker('hk_ticker', hongKongCodes(search.hk_ticker), 'hk'));
  if (search.lei !== undefined) add('lei', byKey('lei', 'lei', issuersByLei(search.lei)));
  if (search.isin !== undefined) add('isin', byKey('isin', 'isin', issuersByIsin(search.isin)));
  return { hits, asked: asked.size };
}

function byTicker(asked: string, keys: readonly string[], marketId: string | undefined): Sql {
  const inMarket = marketId === undefined ? empty : sql`and market_id = ${marketId}`;
  return sql`(
    select issuer_id, ${asked}::text as asked, 'ticker'::text as matched_on,
      case when status = 'delisted' then 0.9 when is_home then 1 else 0.995 end::float8 as score, ticker, market_id
    from listings where ticker_key = any(${keys}) ${inMarket})`;
}

/** `BRKB` for `BRK-B`: behind whatever has the ticker or the name itself. */
function byShareClass(query: string, marketId: string | undefined): Sql {
  const key = tickerKey(query);
  const inMarket = marketId === undefined ? empty : sql`and market_id = ${marketId}`;
  return sql`(
    select issuer_id, 'query'::text, 'ticker'::text, 0.96::float8, ticker, market_id
    from listings where ticker_key = ${`${key.slice(0, -1)}-${key.slice(-1)}`} ${inMarket})`;
}

function byKey(asked: string, matchedOn: MatchedOn, issuers: Sql): Sql {
  return sql`(
    select issuer_id, ${asked}::text, ${matchedOn}::text, 1::float8, null::text, null::text from (${issuers}) k)`;
}

/** Stock codes in Hong Kong are written with and without leading zeros; which of them a listing has, the source says. */
function hongKongCodes(code: string): string[] {
  const digits = tickerKey(code).replace(/^0+(?=\d)/, '');
  return [...new Set([digits, digits.padStart(4, '0'), digits.padStart(5, '0')])];
}

const IDENTIFIER = /^[A-Za-z]+:\S+$/;
/** `CIK0000320193`, as registries write their own numbers. */
const REGISTRY_NUMBER = /^([A-Za-z]+) ?(\d+)$/;
/** A number alone is asked for as one of these. */
const NUMBERS_OF_ISSUERS = ['cik', 'jcn', 'dart', 'cnpj'];

function byQuery(query: string, marketId: string | undefined): Sql[] {
  const ways = [byTicker('query', [tickerKey(query)], marketId), byShareClass(query, marketId)];
  const [, scheme, number] = REGISTRY_NUMBER.exec(query.trim()) ?? [];
  if (scheme !== undefined) ways.push(byKey('query', 'identifier', issuersByCanonicalKey(`${scheme}:${number}`)));
  if (/^\d{3,14}$/.test(query.trim())) {
    for (const name of NUMBERS_OF_ISSUERS) {
      ways.push(byKey('query', 'identifier', issuersByCanonicalKey(`${name}:${query.trim()}`)));
    }
  }
  const upper = query.trim().toUpperCase();
  if (isLei(upper)) ways.push(byKey('query', 'lei', issuersByLei(upper)));
  if (isIsin(upper)) ways.push(byKey('query', 'isin', issuersByIsin(upper)));
  if (IDENTIFIER.test(query.trim())) ways.push(byKey('query', 'identifier', issuersByCanonicalKey(query)));
  const key = nameKey(query);
  if (key !== '') ways.push(...byName(key, tickerKey(query)));
  return ways;
}

/** Above every name_key that begins with the query: the highest code point, in PostgreSQL's byte order. */
const AFTER_EVERY_LETTER = '\u{10FFFF}';

/** Trigrams say nothing of shorter words, and would find a large part of all names by them. */
const SHORTEST_SPELLING = 3;

/** With fewer names than this that have the query in them, others are looked for by their spelling. */
const ENOUGH_NAMES = 5;

function byName(key: string, asTicker: string): Sql[] {
  const isRare = namesAreFew(key, asTicker);
  // One word to the company may be two to who asks: "jp morgan", "wal-mart", "united health".
  const spellings = key.includes(' ') ? [key, key.replace(' ', '')] : [key];
  const ways = [
    sql`(select ${NAME_COLUMNS}, (0.98 - ${FORMER})::float8, null::text, null::text
      from issuer_names where name_key = any(${spellings}))`,
    // Ranges rather than LIKE: a prepared plan can't know that a pattern is a prefix, and would not use the index.
    ...spellings.map(
      spelling => sql`(select ${NAME_COLUMNS}, (0.8 + 0.1 * ${shareOf(spelling)} - ${FORMER})::float8, null::text, null::text
      from issuer_names where ${beginsWith(spelling)}
      order by length(name_key), name_key, issuer_id limit ${CANDIDATES}::integer)`,
    ),
  ];
  if (key.length < SHORTEST_SPELLING) return ways;
  return [
    ...ways,
    sql`(select ${NAME_COLUMNS}, (0.7 + 0.08 * ${shareOf(key)} - ${FORMER})::float8, null::text, null::text
      from issuer_names where name_key like ${`% ${key}%`}
      order by length(name_key), name_key, issuer_id limit ${CANDIDATES}::integer)`,
    similarNames(sql`similarity(name_key, ${key})`, sql`name_key % ${key} and ${isRare}`),
    // A single word may be one of many in a name; several make the whole name similar enough.
    ...(key.includes(' ')
      ? []
      : [similarNames(sql`0.95 * word_similarity(${key}, name_key)`, sql`${key} <% name_key and ${isRare}`)]),
  ];
}

const NAME_COLUMNS = sql`issuer_id, 'query'::text, matched`;
const FORMER = sql`case matched when 'name' then 0 else 0.04 end`;

function shareOf(key: string): Sql {
  return sql`length(${key}::text) / length(name_key)::float8`;
}

function beginsWith(key: string): Sql {
  return sql`name_key ~>=~ ${key} and name_key ~<~ ${`${key}${AFTER_EVERY_LETTER}`}`;
}

/** Names by how like they are spelt. */
function similarNames(likeness: Sql, condition: Sql): Sql {
  return sql`(select issuer_id, 'query'::text, matched, (0.75 * likeness - ${FORMER})::float8, null::text, null::text
    from (
      select issuer_id, matched, name_key, ${likeness} as likeness from issuer_names where ${condition} offset 0
    ) n
    order by likeness desc, length(name_key), issuer_id limit ${CANDIDATES}::integer)`;
}

/**
 * Whether few names have the query in them, and no ticker is it: then it may be misspelt. Comparing trigrams costs some
 * microseconds a name; PostgreSQL evaluates this once, before.
 */
function namesAreFew(key: string, asTicker: string): Sql {
  return sql`not exists (select from listings where ticker_key = ${asTicker}) and (
    select count(*) from (
      (select from issuer_names where ${beginsWith(key)} limit ${ENOUGH_NAMES}::integer)
      union all
      (select from issuer_names where name_key like ${`% ${key}%`} limit ${ENOUGH_NAMES}::integer)
    ) names_with_it) < ${ENOUGH_NAMES}::integer`;
}

import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { isinFrom } from '../../../../kernel/identifiers/check-digits.ts';
import { resolveNames } from '../../../filings/issuers/views/entity.ts';

/** Kinds of evidence for the issuer of a CUSIP. */
export const EVIDENCE_BASES = ['schedule', 'isin', 'fails_to_deliver', 'information_table'] as const;
export type EvidenceBasis = (typeof EVIDENCE_BASES)[number];

/** A CUSIP with its resolved entity. */
export interface ResolvedSecurity {
  cusip: string;
  entityId: string;
  bases: EvidenceBasis[];
  /** First and last day of the dated evidence. */
  firstDate: string | null;
  lastDate: string | null;
}

interface EvidenceRow {
  cusip: string;
  entity_id: string;
  basis: EvidenceBasis;
  first_date: string | null;
  last_date: string | null;
}

/**
 * Resolves CUSIPs to entities. A Schedule 13D or 13G names issuer and CUSIP together and is sufficient. Of the other kinds of
 * evidence two must agree: the ISIN of a listing, the symbol of a fails-to-deliver file, and the name there or in information
 * tables, which must be unique to one entity. CUSIPs that match two entities are omitted. With `until`, only schedules known before that
 * instant count; the other evidence is that of now.
 */
export async function resolveSecurities(
  db: Database,
  cusips: readonly string[],
  until: Instant | null = null,
): Promise<Map<string, ResolvedSecurity>> {
  const wanted = [...new Set(cusips)];
  const rows = (
    await Promise.all([bySchedule(db, wanted, until), byIsin(db, wanted), byListedName(db, wanted)])
  ).flat();
  const resolved = new Map<string, ResolvedSecurity>();
  for (const [cusip, evidence] of Map.groupBy(rows, row => row.cusip)) {
    const found = [...Map.groupBy(evidence, row => row.entity_id)].flatMap(([entityId, some]) => {
      const bases = EVIDENCE_BASES.filter(basis => some.some(row => row.basis === basis));
      if (!bases.includes('schedule') && bases.length < 2) return [];
      const dates = some
        .flatMap(row => [row.first_date, row.last_date])
        .filter(date => date !== null)
        .sort();
      return [{ cusip, entityId, bases, firstDate: dates[0] ?? null, lastDate: dates.at(-1) ?? null }];
    });
    const [only, second] = found;
    if (only !== undefined && second === undefined) resolved.set(cusip, only);
  }
  return resolved;
}

/** The CUSIPs of an entity, by the evidence of {@link resolveSecurities}. */
export async function securitiesOfEntity(
  db: Database,
  entityId: string,
  until: Instant | null,
): Promise<ResolvedSecurity[]> {
  const rows = await db.query<{ cusip: string }>(sql`
    with registrants as materialized (select issuer_id from issuers where entity_id = ${entityId})
    select unnest(cusips) as cusip from stake_reports s
      where issuer_id in (select issuer_id from registrants) ${scheduleKnown(until)}
    union all select substr(isin, 3, 9) from listings
      where issuer_id in (select issuer_id from registrants) and isin ~ '^(US|CA)'
    union all select substr(isin, 3, 9) from issuer_isins
      where issuer_id in (select issuer_id from registrants) and isin ~ '^(US|CA)'
    union all select n.cusip from issuer_names m join cusip_names n on n.name_key = m.name_key collate "C"
      where m.issuer_id in (select issuer_id from registrants)`);
  const resolved = await resolveSecurities(
    db,
    rows.map(row => row.cusip),
    until,
  );
  return [...resolved.values()].filter(security => security.entityId === entityId);
}

function scheduleKnown(until: Instant | null): Sql {
  return until === null ? empty : sql`and s.known_at < ${until}::timestamptz`;
}

function bySchedule(db: Database, cusips: readonly string[], until: Instant | null): Promise<EvidenceRow[]> {
  return db.query<EvidenceRow>(sql`
    select c.cusip, i.entity_id, 'schedule' as basis, min(s.filing_date) as first_date, max(s.filing_date) as last_date
    from unnest(${[...cusips]}::text[]) as c (cusip)
    join stake_reports s on s.cusips @> array[c.cusip] ${scheduleKnown(until)} join issuers i using (issuer_id)
    group by c.cusip, i.entity_id`);
}

function byIsin(db: Database, cusips: readonly string[]): Promise<EvidenceRow[]> {
  const isins = cusips
    .filter(cusip => cusip.length === 9)
    .flatMap(cusip => [isinFrom('US', cusip), isinFrom('CA', cusip)]);
  const ofIsins = (table: Sql): Sql => sql`
    select substr(t.isin, 3, 9) as cusip, i.entity_id, 'isin' as basis, null::date as first_date, null::date as last_date
    from ${table} t join issuers i using (issuer_id) where t.isin = any(${isins}::text[])`;
  return db.query<EvidenceRow>(sql`${ofIsins(sql`listings`)} union ${ofIsins(sql`issuer_isins`)}`);
}

interface NamedRow {
  cusip: string;
  source: string;
  name_key: string;
  symbol_key: string;
  first_date: string;
  last_date: string;
}

const BASIS_OF_SOURCE: Readonly<Record<string, EvidenceBasis>> = {
  'fails-to-deliver': 'fails_to_deliver',
  'information-table': 'information_table',
};

/** Evidence by symbol of US listings and by entity name. */
async function byListedName(db: Database, cusips: readonly string[]): Promise<EvidenceRow[]> {
  const rows = await db.query<NamedRow>(sql`
    select cusip, source, name_key, symbol_key, first_date, last_date
    from cusip_names where cusip = any(${[...cusips]}::text[])`);
  const names = await resolveNames(
    db,
    rows.map(row => row.name_key),
  );
  const symbols = await entitiesOfSymbols(
    db,
    rows.flatMap(row => (row.symbol_key === '' ? [] : [row.symbol_key])),
  );
  return rows.flatMap(({ cusip, source, name_key, symbol_key, first_date, last_date }) => {
    const basis = BASIS_OF_SOURCE[source];
    const entity_id = symbols.get(symbol_key) ?? names.get(name_key);
    return basis === undefined || entity_id === undefined ? [] : [{ cusip, entity_id, basis, first_date, last_date }];
  });
}

/** Fails-to-deliver files write `BRKB` for BRK.B. Symbols shared by two entities are ignored. */
async function entitiesOfSymbols(db: Database, symbols: readonly string[]): Promise<Map<string, string>> {
  const spellings = [...new Set(symbols)].flatMap(symbol => [
    { symbol, ticker: symbol },
    ...(symbol.length > 2 ? [{ symbol, ticker: `${symbol.slice(0, -1)}-${symbol.slice(-1)}` }] : []),
  ]);
  const rows = await db.query<{ symbol: string; entity_id: string }>(sql`
    select distinct requested.symbol, i.entity_id
    from json_to_recordset(${JSON.stringify(spellings)}::json) as requested (symbol text, ticker text)
    join listings l on l.ticker_key = requested.ticker and l.market_id = 'us' join issuers i using (issuer_id)`);
  const entities = new Map<string, string>();
  for (const [symbol, some] of Map.groupBy(rows, row => row.symbol)) {
    const [only, second] = some;
    if (only !== undefined && second === undefined) entities.set(symbol, only.entity_id);
  }
  return entities;
}

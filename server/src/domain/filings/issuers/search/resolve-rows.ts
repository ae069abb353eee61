import { type Database, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { appendAll, minOf } from '../../../../kernel/lists.ts';
import { loopTurns } from '../../../../kernel/loop-turns.ts';
import { type EntityRefRow, loadEntityRefs } from '../views/entity.ts';
import { AFTER_EVERY_LETTER } from './match-names.ts';
import {
  CONFIDENCES,
  type Confidence,
  type Probe,
  type ProbeKey,
  probesOfRow,
  type RequestedRow,
  type RowField,
} from './row-probes.ts';
import { type MatchedOn, searchIssuers } from './search-issuers.ts';

export const ROW_STATUSES = ['resolved', 'ambiguous', 'not_found', 'invalid'] as const;

/** How an entity matches a row. */
export interface RowCandidate {
  entityId: string;
  entity: EntityRefRow;
  matchedBy: RowField;
  matchedOn: MatchedOn;
  confidence: Confidence;
  reason: string;
}

export interface ResolvedRow {
  status: (typeof ROW_STATUSES)[number];
  match: RowCandidate | null;
  /** Of an ambiguous row, or similar names of one without a match; best first. */
  candidates: RowCandidate[];
  /** Why there is no match or a doubtful one; null if nothing is in doubt. */
  reason: string | null;
}

/** Rows whose keys are looked up together: a few statements for each batch, however many rows it has. */
const BATCH_ROWS = 1_000;
const MAX_CANDIDATES = 5;
/** Rows of a request without any match for which similar names are searched, one by one. */
const MOST_SEARCHES = 50;

/** A list with its companies. */
export interface ResolvedList {
  /** In the order of the rows. */
  rows: ResolvedRow[];
  /** When the newest of the companies was updated; null without any. */
  dataAsOf: Instant | null;
}

/** Resolves the rows of a list to companies. */
export async function resolveRows(db: Database, rows: readonly RequestedRow[]): Promise<ResolvedList> {
  const resolved: ResolvedRow[] = [];
  let dataAsOf: Instant | null = null;
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    const batch = await resolveBatch(db, rows.slice(at, at + BATCH_ROWS));
    appendAll(resolved, batch.rows);
    if (batch.dataAsOf !== null && batch.dataAsOf > (dataAsOf ?? '')) dataAsOf = batch.dataAsOf;
    await loopTurns.take();
  }
  await suggestSimilar(db, rows, resolved);
  return { rows: resolved, dataAsOf };
}

async function resolveBatch(db: Database, rows: readonly RequestedRow[]): Promise<ResolvedList> {
  const probed = rows.map(probesOfRow);
  const isBeginning = ({ key }: Probe) => key.kind === 'beginning';
  const hits = await lookUp(
    db,
    probed.flatMap(({ probes }) => probes.filter(probe => !isBeginning(probe))),
  );
  const exact = probed.map(({ probes }) => fieldsOf(probes, hits));
  // Beginnings of names are looked for only if nothing else is found.
  const open = probed.flatMap(({ probes }, at) => (exact[at]?.length === 0 ? probes.filter(isBeginning) : []));
  const begun = open.length === 0 ? hits : await lookUp(db, open);
  const found = exact.map((fields, at) => (fields.length > 0 ? fields : fieldsOf(probed[at]?.probes ?? [], begun)));
  const entityIds = new Set(found.flatMap(fields => fields.flatMap(([, of]) => [...of.keys()])));
  const [refs, profiles] = await Promise.all([loadEntityRefs(db, entityIds), loadProfiles(db, [...entityIds])]);
  const updated = [...profiles.values()].map(({ updatedAt }) => updatedAt);
  const decided = rows.map((row, at): ResolvedRow => {
    const faults = probed[at]?.faults ?? [];
    const own = decide(row, found[at] ?? [], refs, profiles);
    const [first] = faults;
    if (first === undefined) return own;
    const reason = faults.map(({ field, fault }) => `${field} ${fault}`).join('; ');
    if (own.status === 'not_found') return { ...own, status: 'invalid', reason };
    return { ...own, reason: [reason, own.reason].filter(Boolean).join('; ') };
  });
  return {
    rows: decided,
    dataAsOf: updated.reduce<Instant | null>((best, next) => (next > (best ?? '') ? next : best), null),
  };
}

/** An entity that a key denotes. */
interface Hit {
  entityId: string;
  matchedOn: MatchedOn;
  confidence: Confidence;
}

type HitsByKey = ReadonlyMap<string, readonly Omit<Hit, 'confidence'>[]>;

function keyOf(key: ProbeKey): string {
  if (key.kind === 'ticker') return `ticker ${key.marketId ?? ''} ${key.key}`;
  return `${key.kind} ${'scheme' in key ? key.scheme : ''} ${key.key}`;
}

/** The best hits of each field, by entity. */
function fieldsOf(probes: readonly Probe[], hits: HitsByKey): [RowField, Map<string, Hit>][] {
  const fields = new Map<RowField, Map<string, Hit>>();
  for (const { field, key, confidence } of probes) {
    for (const hit of hits.get(keyOf(key)) ?? []) {
      const of = fields.get(field) ?? new Map<string, Hit>();
      fields.set(field, of);
      const own =
        hit.matchedOn === 'name' || confidence === 'low' ? confidence : weaker(confidence, OF_MATCH[hit.matchedOn]);
      const known = of.get(hit.entityId);
      if (known === undefined || rankOf(own) < rankOf(known.confidence))
        of.set(hit.entityId, { ...hit, confidence: own });
    }
  }
  return [...fields];
}

/** The most that a match by such a name or number is worth. */
const OF_MATCH: Readonly<Record<MatchedOn, Confidence>> = {
  ticker: 'exact',
  lei: 'exact',
  isin: 'exact',
  identifier: 'exact',
  name: 'high',
  alternate_name: 'medium',
  former_name: 'medium',
};

function rankOf(confidence: Confidence): number {
  return CONFIDENCES.indexOf(confidence);
}

function weaker(a: Confidence, b: Confidence): Confidence {
  return rankOf(a) > rankOf(b) ? a : b;
}

/** What distinguishes companies with one name or ticker. */
interface Profile {
  marketIds: string[];
  countryCode: string | null;
  /** 0 if nothing is known but names. */
  prominence: number;
  updatedAt: Instant;
}

/** Names and tickers may be those of several companies; numbers are not. */
const WEAK: ReadonlySet<RowField> = new Set<RowField>(['ticker', 'name', 'query']);

function decide(
  row: RequestedRow,
  fields: readonly [RowField, Map<string, Hit>][],
  refs: ReadonlyMap<string, EntityRefRow>,
  profiles: ReadonlyMap<string, Profile>,
): ResolvedRow {
  const [first, ...others] = fields;
  if (first === undefined) return { status: 'not_found', match: null, candidates: [], reason: 'no company has it' };
  const [decisive] = first;
  let remaining = best(first[1]);
  const agreeing: RowField[] = [];
  const notes: string[] = [];
  for (const [field, hits] of others) {
    const common = remaining.filter(({ entityId }) => hits.has(entityId));
    if (common.length > 0) {
      remaining = common;
      agreeing.push(field);
    } else if (WEAK.has(field)) notes.push(`${field} denotes another company`);
    else {
      const both = [...remaining, ...best(hits)].map(hit =>
        toCandidate(hit, decisive, refs, `${decisive} or ${field}`),
      );
      return ambiguous(both, `${decisive} and ${field} denote different companies`);
    }
  }
  const narrowed = byHints(row, remaining, profiles, notes);
  if (narrowed === null) {
    const candidates = remaining.map(hit => toCandidate(hit, decisive, refs, 'in another market'));
    const reason = `no company with this ${decisive} is in the market ${row.market_id}`;
    return { status: 'not_found', match: null, candidates: candidates.slice(0, MAX_CANDIDATES), reason };
  }
  const chosen = byProminence(narrowed, profiles, notes);
  const [only, second] = chosen;
  if (only === undefined || second !== undefined) {
    const candidates = chosen.map(hit => toCandidate(hit, decisive, refs, `same ${decisive}`));
    return ambiguous(candidates, `${chosen.length} companies have this ${decisive}`);
  }
  const agreed = agreeing.length > 0 && notes.length === 0 ? stronger(only.confidence) : only.confidence;
  const confidence = notes.length > 0 ? weaker(agreed, 'medium') : agreed;
  const by = agreeing.length === 0 ? decisive : `${decisive}, and ${agreeing.join(' and ')} agree`;
  const match = toCandidate({ ...only, confidence }, decisive, refs, `by ${by}`);
  return { status: 'resolved', match, candidates: [], reason: notes.length === 0 ? null : notes.join('; ') };
}

/** The hits of the best confidence. */
function best(hits: ReadonlyMap<string, Hit>): Hit[] {
  const all = [...hits.values()];
  const rank = minOf(all.map(({ confidence }) => rankOf(confidence)));
  return all.filter(({ confidence }) => rankOf(confidence) === rank);
}

function stronger(confidence: Confidence): Confidence {
  return CONFIDENCES[Math.max(0, rankOf(confidence) - 1)] ?? confidence;
}

/** Those in the stated market and country; null if a market is stated and none is in it. */
function byHints(
  { market_id: marketId, country_code: countryCode }: RequestedRow,
  hits: readonly Hit[],
  profiles: ReadonlyMap<string, Profile>,
  notes: string[],
): Hit[] | null {
  let remaining = [...hits];
  if (marketId !== undefined) {
    remaining = remaining.filter(({ entityId }) => profiles.get(entityId)?.marketIds.includes(marketId));
    if (remaining.length === 0) return null;
  }
  if (countryCode === undefined) return remaining;
  const ofCountry = remaining.filter(({ entityId }) => profiles.get(entityId)?.countryCode === countryCode);
  if (ofCountry.length > 0) return ofCountry;
  notes.push(`its country is not ${countryCode}`);
  return remaining;
}

/** Companies of which more than a name is known come before those of the LEI index. */
function byProminence(hits: readonly Hit[], profiles: ReadonlyMap<string, Profile>, notes: string[]): readonly Hit[] {
  if (hits.length < 2) return hits;
  const prominenceOf = ({ entityId }: Hit) => profiles.get(entityId)?.prominence ?? 0;
  const known = hits.filter(hit => prominenceOf(hit) > 0);
  if (known.length === 1) notes.push(`${hits.length - 1} entities without listings and filings have the same name`);
  return (known.length > 0 ? known : hits).toSorted((a, b) => prominenceOf(b) - prominenceOf(a));
}

function ambiguous(candidates: readonly RowCandidate[], reason: string): ResolvedRow {
  return { status: 'ambiguous', match: null, candidates: candidates.slice(0, MAX_CANDIDATES), reason };
}

function toCandidate(
  { entityId, matchedOn, confidence }: Hit,
  matchedBy: RowField,
  refs: ReadonlyMap<string, EntityRefRow>,
  reason: string,
): RowCandidate {
  const entity = refs.get(entityId);
  if (entity === undefined) throw new Error(`entity ${entityId} has no row`);
  return { entityId, entity, matchedBy, matchedOn, confidence, reason };
}

/** For the first rows without a match: companies with similar names. */
async function suggestSimilar(db: Database, rows: readonly RequestedRow[], resolved: ResolvedRow[]): Promise<void> {
  let searches = 0;
  for (const [at, row] of rows.entries()) {
    const query = row.name ?? row.query;
    const own = resolved[at];
    if (own?.status !== 'not_found' || own.candidates.length > 0 || query === undefined) continue;
    if (searches++ >= MOST_SEARCHES) return;
    const search = row.market_id === undefined ? { query } : { query, market_id: row.market_id };
    const found = await searchIssuers(db, search, MAX_CANDIDATES);
    const refs = await loadEntityRefs(
      db,
      found.map(one => one.entity_id),
    );
    const matchedBy: RowField = row.name === undefined ? 'query' : 'name';
    own.candidates = found.map(({ entity_id: entityId, matched_on: matchedOn }) =>
      toCandidate({ entityId, matchedOn, confidence: 'low' }, matchedBy, refs, 'similar'),
    );
  }
}

interface HitRow {
  key: string;
  entity_id: string;
  matched: MatchedOn;
}

/** Looks up every key, a statement for each kind. */
async function lookUp(db: Database, probes: readonly Probe[]): Promise<HitsByKey> {
  const byKind = Map.groupBy(
    probes.map(({ key }) => key),
    ({ kind }) => kind,
  );
  const hits = new Map<string, Omit<Hit, 'confidence'>[]>();
  for (const [kind, of] of byKind) {
    const unique = [...new Map(of.map(key => [keyOf(key), key])).values()];
    const rows = await db.query<HitRow>(STATEMENTS[kind](unique));
    for (const row of rows) {
      const known = hits.get(row.key) ?? [];
      hits.set(row.key, known);
      known.push({ entityId: row.entity_id, matchedOn: row.matched });
    }
  }
  return hits;
}

/** Each yields the key as {@link keyOf} writes it, the entity and how it matched. */
const STATEMENTS: Readonly<Record<ProbeKey['kind'], (keys: readonly ProbeKey[]) => ReturnType<typeof sql>>> = {
  canonical_key: keys => sql`
    select distinct 'canonical_key  ' || i.canonical_key as key, i.entity_id, 'identifier' as matched
    from issuers i where i.canonical_key = any(${plain(keys)}::text[])`,
  lei: keys => sql`
    select distinct 'lei  ' || k.lei as key, i.entity_id, 'lei' as matched from (
      select identifier as lei, issuer_id from issuer_identifiers where scheme = 'lei' and identifier = any(${plain(keys)}::text[])
      union all select substr(canonical_key, 5), issuer_id from issuers
        where canonical_key = any(${plain(keys).map(key => `lei:${key}`)}::text[])) k
    join issuers i using (issuer_id)`,
  isin: keys => sql`
    select distinct 'isin  ' || k.isin as key, i.entity_id, 'isin' as matched from (
      select isin, issuer_id from listings where isin = any(${plain(keys)}::text[])
      union all select isin, issuer_id from issuer_isins where isin = any(${plain(keys)}::text[])
      union all select identifier, issuer_id from issuer_identifiers where scheme = 'isin' and identifier = any(${plain(keys)}::text[])) k
    join issuers i using (issuer_id)`,
  figi: keys => sql`
    select distinct 'figi  ' || l.figi as key, i.entity_id, 'identifier' as matched
    from listings l join issuers i using (issuer_id) where l.figi = any(${plain(keys)}::text[])`,
  identifier: keys => sql`
    select distinct 'identifier ' || k.scheme || ' ' || k.key as key, i.entity_id, 'identifier' as matched
    from unnest(${schemes(keys)}::text[], ${plain(keys)}::text[]) as k (scheme, key)
      join issuer_identifiers x on identifier_key(x.identifier) = k.key and x.scheme = k.scheme
      join issuers i using (issuer_id)`,
  number: keys => sql`
    select distinct 'number  ' || identifier_key(x.identifier) as key, i.entity_id, 'identifier' as matched
    from issuer_identifiers x join issuers i using (issuer_id)
    where identifier_key(x.identifier) = any(${plain(keys)}::text[])
      and x.scheme not in ('lei', 'isin', 'hkex_stock_id', 'opencorporates')`,
  ticker: keys => sql`
    select distinct 'ticker ' || k.market_id || ' ' || k.key as key, i.entity_id, 'ticker' as matched
    from unnest(${plain(keys)}::text[], ${marketsOf(keys)}::text[]) as k (key, market_id)
      join listings l on l.ticker_key = k.key and (k.market_id = '' or l.market_id = k.market_id)
      join issuers i using (issuer_id)
    where l.status <> 'delisted' or not exists (
      select from listings o where o.ticker_key = k.key and (k.market_id = '' or o.market_id = k.market_id) and o.status <> 'delisted')`,
  name: keys => sql`
    select 'name  ' || n.name_key as key, i.entity_id,
      case min(case n.matched when 'name' then 0 when 'alternate_name' then 1 else 2 end)
        when 0 then 'name' when 1 then 'alternate_name' else 'former_name' end as matched
    from issuer_names n join issuers i using (issuer_id) where n.name_key = any(${plain(keys)}::text[])
    group by n.name_key, i.entity_id`,
  reading: keys => sql`
    select distinct 'reading ' || k.kind || ' ' || k.reading as key, i.entity_id, 'alternate_name' as matched
    from unnest(${schemes(keys)}::text[], ${plain(keys)}::text[]) as k (kind, reading)
      join issuer_readings r on r.reading = k.reading and r.kind = k.kind
      join issuers i using (issuer_id) where r.prominence > 0`,
  beginning: keys => sql`
    select distinct 'beginning  ' || k.key as key, i.entity_id, 'name' as matched
    from unnest(${plain(keys)}::text[]) as k (key) cross join lateral (
      select issuer_id from issuer_names n
      where n.name_key ~>=~ (k.key || ' ') and n.name_key ~<~ (k.key || ' ' || ${AFTER_EVERY_LETTER}) and n.prominence > 0
      order by n.prominence desc, n.name_key, n.issuer_id limit ${MAX_CANDIDATES}::integer) n
    join issuers i on i.issuer_id = n.issuer_id`,
};

function plain(keys: readonly ProbeKey[]): string[] {
  return keys.map(({ key }) => key);
}

function schemes(keys: readonly ProbeKey[]): string[] {
  return keys.map(key => ('scheme' in key ? key.scheme : ''));
}

function marketsOf(keys: readonly ProbeKey[]): string[] {
  return keys.map(key => (key.kind === 'ticker' ? (key.marketId ?? '') : ''));
}

async function loadProfiles(db: Database, entityIds: readonly string[]): Promise<Map<string, Profile>> {
  const rows = await db.query<{
    entity_id: string;
    market_ids: string[];
    country_code: string | null;
    prominence: number;
    updated_at: Instant;
  }>(sql`
    select e.issuer_id as entity_id, e.country_code, e.updated_at, coalesce(m.market_ids, '{}') as market_ids,
      coalesce((select max(n.prominence) from issuer_names n where n.issuer_id = e.issuer_id), 0) as prominence
    from issuers e left join lateral (
      select array_agg(distinct of.market_id) as market_ids from (
        select o.market_id from issuers o where o.entity_id = e.issuer_id
        union all select l.market_id from issuers o join listings l using (issuer_id) where o.entity_id = e.issuer_id) of) m on true
    where e.issuer_id = any(${[...entityIds]}::bigint[])`);
  return new Map(
    rows.map(row => [
      row.entity_id,
      {
        marketIds: row.market_ids,
        countryCode: row.country_code,
        prominence: row.prominence,
        updatedAt: row.updated_at,
      },
    ]),
  );
}

import { LRUCache } from 'lru-cache';
import { type Database, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FactSet } from '../../../filings/facts/model/facts.ts';
import { decodeFaceRows, decodeFactFilings, decodeObservations } from '../../../filings/facts/model/facts-codec.ts';
import { type DatedStanding, voidSince } from '../../../filings/filings/model/filing-standing.ts';
import { type FinancialsInput, readConcepts } from '../rules/financials.ts';
import { knownAtOf } from '../rules/periods/visible-filings.ts';

/** What the rules need about an issuer apart from its facts. */
export interface IssuerOfFacts {
  issuer_id: string;
  /** Classification of the filer itself, not of its entity's lead. */
  registrant_key: string;
  industry_code: string | null;
  /** Changes whenever the facts, or when they became known, change; null if there are none. */
  version: string | null;
}

/** The facts of an issuer and their registry. */
export interface LoadedFacts {
  facts: FinancialsInput;
  registry: string;
}

/** Callers that iterate over a company's filings or days request the same facts repeatedly. */
const ISSUERS_KEPT = 12;
const keptOf = new WeakMap<Database, LRUCache<string, Promise<LoadedFacts | null>>>();

/** Everything in the store that the canonical financials of an issuer depend on; null if it has no facts. */
export async function loadFinancialsInput(
  db: Database,
  issuer: IssuerOfFacts,
  asOf: IsoDate | null,
): Promise<LoadedFacts | null> {
  if (issuer.version === null) return null;
  const kept = keptOf.get(db) ?? new LRUCache({ max: ISSUERS_KEPT });
  keptOf.set(db, kept);
  const key = `${issuer.issuer_id} ${issuer.version}`;
  const known = kept.get(key);
  const loading = known ?? loadFacts(db, issuer);
  if (!known) {
    kept.set(key, loading);
    loading.catch(() => kept.delete(key));
  }
  const loaded = await loading;
  return loaded && { ...loaded, facts: { ...loaded.facts, asOf } };
}

/**
 * When each filing with facts became known: an instant by accession. A filing with only a date counts from the morning
 * of that day.
 */
export function knownAtOfFilings({ facts }: LoadedFacts): Map<string, string> {
  return new Map(
    facts.sets.flatMap(set => set.filings).map(filing => [filing.accession, knownAtOf(filing, facts.knownAt)]),
  );
}

/** The facts of an issuer; null if it has none. Nothing is cached: for callers that read each issuer once. */
export async function loadFacts(db: Database, issuer: Omit<IssuerOfFacts, 'version'>): Promise<LoadedFacts | null> {
  const sources = await db.query<SourceRow>(sql`
    select source, registry, dates_rounded, is_partial, filings from fact_sources where issuer_id = ${issuer.issuer_id} order by source`);
  const registry = sources[0]?.registry;
  if (registry === undefined) return null;
  const sets = sources.map(toEmptySet);
  const accessions = sets.flatMap(set => set.filings.map(filing => filing.accession));
  const [knownAt, voided] = await Promise.all([
    loadKnownAt(db, issuer.issuer_id, accessions),
    loadVoidSince(db, registry, accessions),
    fillFactSets(db, issuer.issuer_id, sets),
  ]);
  const facts = {
    sets,
    knownAt,
    voidSince: voided,
    sic: issuer.industry_code,
    canonicalKey: issuer.registrant_key,
    asOf: null,
  };
  return { facts, registry };
}

interface SourceRow {
  source: string;
  registry: string;
  dates_rounded: boolean;
  is_partial: boolean;
  filings: string;
}

function toEmptySet({ source, dates_rounded, is_partial, filings }: SourceRow): FactSet {
  return {
    source,
    datesRounded: dates_rounded,
    ...(is_partial ? { isPartial: true } : {}),
    filings: decodeFactFilings(filings),
    series: [],
    faces: {},
  };
}

async function fillFactSets(db: Database, issuerId: string, sets: readonly FactSet[]): Promise<void> {
  const faces = await db.query<{ source: string; accession: string; rows: string }>(sql`
    select source, accession, rows from statement_faces where issuer_id = ${issuerId} order by source, accession`);
  const lines = faces.map(face => decodeFaceRows(face.rows));
  const concepts = readConcepts(lines);
  // Filers of EDINET name their own lines under their own prefix, which the rules call `filer:`.
  const series = await db.query<{
    source: string;
    concept: string;
    unit: string;
    dimensions: string;
    observations: string;
  }>(sql`
    select source, concept, unit, dimensions, observations from fact_series
    where issuer_id = ${issuerId} and (
      concept = any(${concepts}) or
      (concept ~ '^jp[a-z]+[0-9]{6}-' and 'filer:' || split_part(concept, ':', 2) = any(${concepts})))
    order by source, concept, unit, dimensions`);
  const bySource = new Map(sets.map(set => [set.source, set]));
  for (const { source, concept, unit, dimensions, observations } of series) {
    bySource.get(source)?.series.push({ concept, unit, dimensions, ...decodeObservations(observations) });
  }
  for (const [at, { source, accession }] of faces.entries()) {
    const set = bySource.get(source);
    if (set) set.faces[accession] = lines[at] ?? [];
  }
}

async function loadKnownAt(
  db: Database,
  issuerId: string,
  accessions: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db.query<{ native_id: string; known_at: string }>(sql`
    select native_id, known_at from filings where issuer_id = ${issuerId} and native_id = any(${accessions})`);
  return Object.fromEntries(rows.map(row => [row.native_id, row.known_at]));
}

async function loadVoidSince(
  db: Database,
  registry: string,
  accessions: readonly string[],
): Promise<Record<string, Instant>> {
  const rows = await db.query<DatedStanding>(sql`
    select native_id as "nativeId", status, since from filing_standings
    where registry = ${registry} and native_id = any(${accessions})`);
  return voidSince(rows);
}

import { type Database, sql } from '../db/database.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { FaceRow, FactSet } from '../model/facts.ts';
import { decodeFaceRows, decodeFactFilings, decodeObservations } from '../model/facts-codec.ts';
import { type FinancialsInput, readConcepts } from '../normalise/kpis/financials.ts';

/** What of an issuer the rules need beside its facts. */
export interface IssuerOfFacts {
  issuer_id: string;
  canonical_key: string;
  industry_code: string | null;
}

/** The facts of an issuer, and the registry that they are from. */
export interface LoadedFacts {
  facts: FinancialsInput;
  registry: string;
}

/** Everything in the store that the canonical financials of an issuer rest on; null where it has no facts. */
export async function loadFinancialsInput(
  db: Database,
  issuer: IssuerOfFacts,
  asOf: IsoDate | null,
): Promise<LoadedFacts | null> {
  const [{ sets, registry }, knownAt] = await Promise.all([
    loadFactSets(db, issuer.issuer_id),
    loadKnownAt(db, issuer.issuer_id),
  ]);
  if (registry === null) return null;
  const facts = { sets, knownAt, sic: issuer.industry_code, canonicalKey: issuer.canonical_key, asOf };
  return { facts, registry };
}

async function loadFactSets(db: Database, issuerId: string): Promise<{ sets: FactSet[]; registry: string | null }> {
  const [sources, series, faces] = await Promise.all([
    db.query<{ source: string; registry: string; dates_rounded: boolean; filings: string }>(sql`
      select source, registry, dates_rounded, filings from fact_sources where issuer_id = ${issuerId} order by source`),
    db.query<{ source: string; concept: string; unit: string; dimensions: string; observations: string }>(sql`
      select source, concept, unit, dimensions, observations from fact_series
      where issuer_id = ${issuerId} and concept = any(${readConcepts()})
      order by source, concept, unit, dimensions`),
    db.query<{ source: string; accession: string; rows: string }>(sql`
      select source, accession, rows from statement_faces where issuer_id = ${issuerId} order by source, accession`),
  ]);
  const sets = new Map<string, FactSet>();
  for (const { source, dates_rounded, filings } of sources) {
    sets.set(source, {
      source,
      datesRounded: dates_rounded,
      filings: decodeFactFilings(filings),
      series: [],
      faces: {} as Record<string, FaceRow[]>,
    });
  }
  for (const { source, concept, unit, dimensions, observations } of series) {
    sets.get(source)?.series.push({ concept, unit, dimensions, ...decodeObservations(observations) });
  }
  for (const { source, accession, rows } of faces) {
    const set = sets.get(source);
    if (set) set.faces[accession] = decodeFaceRows(rows);
  }
  return { sets: [...sets.values()], registry: sources[0]?.registry ?? null };
}

async function loadKnownAt(db: Database, issuerId: string): Promise<Record<string, string>> {
  const rows = await db.query<{ native_id: string; known_at: string }>(sql`
    select native_id, known_at from filings where issuer_id = ${issuerId}`);
  return Object.fromEntries(rows.map(row => [row.native_id, row.known_at]));
}

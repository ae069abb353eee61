import { Readable } from 'node:stream';
import { copyLine, type Database, raw, sql, type Transaction } from '../../../../db/database.ts';
import { encodeLines } from '../../../../db/encode-text.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { FactSet } from '../model/facts.ts';
import {
  decodeFaceRows,
  decodeFactFilings,
  decodeObservations,
  encodeFaceRows,
  encodeFactFilings,
  encodeObservations,
} from '../model/facts-codec.ts';

/** A fact set ready to load: its rows are COPY text. */
export interface EncodedFactSet {
  issuerId: string;
  source: string;
  registry: string;
  /** sha256 of the bytes that it was parsed from. */
  digest: string;
  datesRounded: boolean;
  isPartial: boolean;
  filings: string;
  factsCount: number;
  newestKnown: Instant | null;
  series: Uint8Array;
  faces: Uint8Array;
}

/** Encodes a fact set for {@link replaceFactSets}. */
export function encodeFactSet(
  set: FactSet,
  owner: { issuerId: string; registry: string; digest: string; newestKnown: Instant | null },
): EncodedFactSet {
  let factsCount = 0;
  const series: string[] = [];
  for (const column of set.series) {
    factsCount += column.ends.length;
    series.push(
      copyLine([
        owner.issuerId,
        set.source,
        column.concept,
        column.unit,
        column.dimensions,
        encodeObservations(column),
      ]),
    );
  }
  const faces = Object.keys(set.faces)
    .sort()
    .map(accession => copyLine([owner.issuerId, set.source, accession, encodeFaceRows(set.faces[accession] ?? [])]));
  return {
    ...owner,
    source: set.source,
    datesRounded: set.datesRounded,
    isPartial: set.isPartial === true,
    filings: encodeFactFilings(set.filings),
    factsCount,
    series: encodeLines(series),
    faces: encodeLines(faces),
  };
}

/** Loads fact sets; each replaces its issuer's set of the same source. */
export async function replaceFactSets(tx: Transaction, sets: readonly EncodedFactSet[]): Promise<void> {
  if (sets.length === 0) return;
  const rows = JSON.stringify(
    sets.map(set => ({
      issuer_id: set.issuerId,
      source: set.source,
      registry: set.registry,
      digest: set.digest,
      dates_rounded: set.datesRounded,
      is_partial: set.isPartial,
      filings: set.filings,
      facts_count: set.factsCount,
      newest_known: set.newestKnown,
    })),
  );
  const replaced = await tx.execute(sql`
    delete from fact_sources as old using json_to_recordset(${rows}::json) as row (issuer_id bigint, source text)
    where old.issuer_id = row.issuer_id and old.source = row.source`);
  if (replaced > 0) {
    await tx.execute(sql`
      delete from fact_series as old using json_to_recordset(${rows}::json) as row (issuer_id bigint, source text)
      where old.issuer_id = row.issuer_id and old.source = row.source`);
    await tx.execute(sql`
      delete from statement_faces as old using json_to_recordset(${rows}::json) as row (issuer_id bigint, source text)
      where old.issuer_id = row.issuer_id and old.source = row.source`);
  }
  await tx.execute(sql`
    insert into fact_sources (issuer_id, source, registry, digest, dates_rounded, is_partial, filings, facts_count, newest_known)
    select issuer_id, source, registry, digest, dates_rounded, is_partial, filings, facts_count, newest_known
    from json_to_recordset(${rows}::json) as row (
      issuer_id bigint, source text, registry text, digest text, dates_rounded boolean, is_partial boolean, filings text,
      facts_count integer, newest_known timestamptz)`);
  await tx.copy('fact_series', SERIES_COLUMNS, Readable.from(sets.map(set => set.series)));
  const faces = sets.map(set => set.faces).filter(lines => lines.length > 0);
  if (faces.length > 0) await tx.copy('statement_faces', FACE_COLUMNS, Readable.from(faces));
}

/** Deletes fact sets that another source supersedes. */
export async function deleteFactSets(
  tx: Transaction,
  sets: readonly { issuerId: string; source: string }[],
): Promise<void> {
  if (sets.length === 0) return;
  const rows = JSON.stringify(sets);
  for (const table of ['fact_sources', 'fact_series', 'statement_faces']) {
    await tx.execute(sql`
      delete from ${raw(table)} as old using json_to_recordset(${rows}::json) as row ("issuerId" bigint, source text)
      where old.issuer_id = row."issuerId" and old.source = row.source`);
  }
}

/** When the newest filing of a stored fact set became known. */
export interface FactSetDate {
  issuerId: string;
  source: string;
  newestKnown: Instant | null;
}

/** Updates the dates of fact sets whose filings another source has dated since; others are not written. */
export async function redateFactSets(tx: Transaction, dates: readonly FactSetDate[]): Promise<void> {
  if (dates.length === 0) return;
  await tx.execute(sql`
    update fact_sources as kept set newest_known = row."newestKnown"
    from json_to_recordset(${JSON.stringify(dates)}::json) as row ("issuerId" bigint, source text, "newestKnown" timestamptz)
    where kept.issuer_id = row."issuerId" and kept.source = row.source
      and kept.newest_known is distinct from row."newestKnown"`);
}

/** A fact set as stored, not decoded: cheap to send to a thread. */
export interface StoredFactSet {
  source: string;
  datesRounded: boolean;
  isPartial: boolean;
  filings: string;
  /** [concept, unit, dimensions, observations] */
  series: [string, string, string, string][];
  /** [accession, rows] */
  faces: [string, string][];
}

/** All fact sets of an issuer, ordered by name. */
export async function readFactSets(db: Database, issuerId: string): Promise<StoredFactSet[]> {
  const sources = await db.query<{ source: string; dates_rounded: boolean; is_partial: boolean; filings: string }>(sql`
    select source, dates_rounded, is_partial, filings from fact_sources where issuer_id = ${issuerId} order by source collate "C"`);
  const series = await db.query<{ source: string; columns: [string, string, string, string] }>(sql`
    select source, array[concept, unit, dimensions, observations] as columns
    from fact_series where issuer_id = ${issuerId} order by source, concept collate "C", unit collate "C", dimensions collate "C"`);
  const faces = await db.query<{ source: string; columns: [string, string] }>(sql`
    select source, array[accession, rows] as columns
    from statement_faces where issuer_id = ${issuerId} order by source, accession collate "C"`);
  return sources.map(({ source, dates_rounded, is_partial, filings }) => ({
    source,
    datesRounded: dates_rounded,
    isPartial: is_partial,
    filings,
    series: series.filter(row => row.source === source).map(row => row.columns),
    faces: faces.filter(row => row.source === source).map(row => row.columns),
  }));
}

/** Decodes the output of {@link readFactSets}. */
export function decodeFactSet(stored: StoredFactSet): FactSet {
  return {
    source: stored.source,
    datesRounded: stored.datesRounded,
    ...(stored.isPartial ? { isPartial: true } : {}),
    filings: decodeFactFilings(stored.filings),
    series: stored.series.map(([concept, unit, dimensions, observations]) => ({
      concept,
      unit,
      dimensions,
      ...decodeObservations(observations),
    })),
    faces: Object.fromEntries(stored.faces.map(([accession, rows]) => [accession, decodeFaceRows(rows)])),
  };
}

const SERIES_COLUMNS = ['issuer_id', 'source', 'concept', 'unit', 'dimensions', 'observations'];
const FACE_COLUMNS = ['issuer_id', 'source', 'accession', 'rows'];

import { type Database, sql } from '../../../../db/database.ts';
import { type Instant, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../../kernel/exact-number.ts';
import type { DocumentRef } from '../../../filings/documents/model.ts';
import { FILING_SOURCE } from '../../../filings/facts/model/facts.ts';
import { decodeFactFilings, decodeObservations } from '../../../filings/facts/model/facts-codec.ts';
import { type IssuerOfReports, locateFacts } from '../../../filings/facts/views/fact-places.ts';
import type { KpiValue } from '../../financials/model/financials.ts';
import type { WantedFact } from '../model.ts';
import { digitsOf } from '../rules/judge-value.ts';

/** A stored fact that states a value, and the source that has it. */
export interface StoredFact {
  source: string;
  wanted: WantedFact;
}

/** Period ends that a source rounds to month ends miss the true ones by up to this. */
const ROUNDING_DAYS = 16;

/**
 * The stored fact of each reported value: the tagged element of an opened filing, else the observation of a source. Values that no
 * stored fact states are missing.
 */
export async function findStoredFacts(
  db: Database,
  issuer: IssuerOfReports,
  values: readonly KpiValue[],
): Promise<Map<KpiValue, StoredFact>> {
  const found = new Map<KpiValue, StoredFact>();
  const places = await locateFacts(db, issuer, values);
  for (const value of values) {
    const place = places.get(value);
    const digits = digitsOf(value);
    if (place === undefined || value.concept === null) continue;
    const { document, elementId } = place;
    found.set(value, {
      source: FILING_SOURCE + value.accession,
      wanted: { ...wantedOf(value, digits), concept: value.concept, dimensions: '', place: { document, elementId } },
    });
  }
  const others = values.filter(value => !found.has(value) && value.concept !== null);
  if (others.length === 0) return found;
  const observed = await loadObserved(db, issuer.issuer_id, others);
  for (const value of others) {
    const best = bestOf(observed.filter(fact => states(fact, value)));
    if (best !== null) found.set(value, { source: best.source, wanted: best.wanted });
  }
  return found;
}

interface ObservedFact extends StoredFact {
  datesRounded: boolean;
}

/** The observations of the filings and concepts of some values. */
async function loadObserved(db: Database, issuerId: string, values: readonly KpiValue[]): Promise<ObservedFact[]> {
  const accessions = new Set(values.map(value => value.accession));
  const concepts = [...new Set(values.map(value => value.concept ?? ''))];
  // The reviewed map of filers' own concepts names them without their prefix.
  const local = concepts.filter(concept => concept.startsWith('ext:')).map(concept => concept.slice('ext:'.length));
  const rows = await db.query<{
    source: string;
    concept: string;
    unit: string;
    dimensions: string;
    observations: string;
    filings: string;
    dates_rounded: boolean;
  }>(sql`
    select source, f.concept, f.unit, f.dimensions, f.observations, s.filings, s.dates_rounded
    from fact_series f join fact_sources s using (issuer_id, source)
    where issuer_id = ${issuerId}
      and (f.concept = any(${concepts}) or split_part(f.concept, ':', 2) = any(${local}))
    order by source, f.concept, f.unit, f.dimensions`);
  const filingsOf = new Map<string, string[]>();
  return rows.flatMap(row => {
    const filings = filingsOf.get(row.source) ?? decodeFactFilings(row.filings).map(({ accession }) => accession);
    filingsOf.set(row.source, filings);
    const { starts, ends, values: stated, filings: stating, exact } = decodeObservations(row.observations);
    return stating.flatMap((filing, at): ObservedFact[] => {
      const accession = filings[filing] ?? '';
      const value = stated[at] == null ? null : canonicalDecimal(exact?.[at] ?? String(stated[at]));
      if (!accessions.has(accession) || value === null) return [];
      const start = starts[at] ?? null;
      const wanted: WantedFact = {
        concept: row.concept,
        unit: row.unit,
        dimensions: row.dimensions,
        periodStart: start === null ? null : toIsoDate(start),
        periodEnd: toIsoDate(ends[at] ?? 0),
        value,
        accession,
        place: null,
      };
      return [{ source: row.source, wanted, datesRounded: row.dates_rounded }];
    });
  });
}

function states({ wanted, datesRounded }: ObservedFact, value: KpiValue): boolean {
  const digits = digitsOf(value);
  return (
    wanted.accession === value.accession &&
    isNamed(wanted.concept, value.concept ?? '') &&
    wanted.unit === value.unit &&
    magnitude(wanted.value) === magnitude(digits) &&
    (value.dimensions === undefined || wanted.dimensions === value.dimensions) &&
    isSameDay(wanted.periodEnd, value.periodEnd, datesRounded) &&
    isSameDay(wanted.periodStart, value.periodStart, datesRounded)
  );
}

function isNamed(concept: string, name: string): boolean {
  return concept === name || (name.startsWith('ext:') && concept.endsWith(name.slice('ext'.length)));
}

function isSameDay(stated: string | null, day: string | null, isRounded: boolean): boolean {
  if (stated === day) return true;
  if (!isRounded || stated === null || day === null) return false;
  // Start and end are both rounded.
  return Math.abs((parseDay(stated) ?? 0) - (parseDay(day) ?? 0)) <= 2 * ROUNDING_DAYS;
}

/** Exact dates before rounded ones, a filing's own documents before summaries, facts of the whole before those of a part. */
function bestOf(facts: readonly ObservedFact[]): ObservedFact | null {
  const rank = ({ datesRounded, source, wanted }: ObservedFact) =>
    (datesRounded ? 4 : 0) + (source.startsWith(FILING_SOURCE) ? 0 : 2) + (wanted.dimensions === '' ? 0 : 1);
  return facts.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

function wantedOf({ unit, periodStart, periodEnd, accession }: KpiValue, value: string) {
  return { unit, periodStart, periodEnd, accession, value };
}

/** Digits without their sign. */
function magnitude(digits: string): string {
  return digits.startsWith('-') ? digits.slice(1) : digits;
}

/** The documents of a source with what is known of their last response. */
export interface SourceDocuments {
  registry: string;
  documents: DocumentRef[];
}

/** The archived documents of sources of an issuer, by the source's name. */
export async function loadSourceDocuments(
  db: Database,
  issuerId: string,
  sources: readonly string[],
): Promise<Map<string, SourceDocuments>> {
  const rows = await db.query<{ source: string; registry: string; documents: string }>(sql`
    select source, registry, documents from issuer_statements
    where issuer_id = ${issuerId} and source = any(${[...sources]})`);
  return new Map(
    rows.map(({ source, registry, documents }) => [
      source,
      { registry, documents: JSON.parse(documents) as DocumentRef[] },
    ]),
  );
}

/** When the registry returned the same bytes at an address for the last time, by `registry url sha256`. */
export async function loadFetches(db: Database, sources: Iterable<SourceDocuments>): Promise<Map<string, Instant>> {
  const documents = [...sources].flatMap(({ registry, documents: of }) => of.map(ref => ({ registry, url: ref.url })));
  const rows = await db.query<{ registry: string; url: string; sha256: string; fetched_at: Instant }>(sql`
    select registry, url, sha256, fetched_at from fetches where (registry, url) in (
      select * from unnest(${documents.map(of => of.registry)}::text[], ${documents.map(of => of.url)}::text[]))`);
  return new Map(rows.map(row => [`${row.registry} ${row.url} ${row.sha256}`, row.fetched_at]));
}

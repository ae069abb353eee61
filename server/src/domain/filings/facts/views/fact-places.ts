import { type Database, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { parseDay } from '../../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../../kernel/exact-number.ts';
import { type FactColumns, factAt, type StoredFact, unpackFacts } from '../model/filing-facts-codec.ts';

/** A value that a filing states. */
export interface StatedValue {
  /** `reported` if one fact states it. */
  method: string;
  concept: string | null;
  accession: string;
  unit: string;
  value: number;
  exact?: string;
  decimals: number | 'INF' | null;
  /** Null for an instant. */
  periodStart: IsoDate | null;
  periodEnd: IsoDate;
}

/** Where a filing states a value: the tagged element of a document. */
export interface FactLocation {
  /** File name. */
  document: string;
  elementId: string;
  /** UTF-16 offsets of the element in the decoded document, end exclusive. */
  start: number;
  end: number;
}

/** Places by value; missing if the value's filing has not been opened or does not state it literally. */
export type FactLocations = ReadonlyMap<StatedValue, FactLocation>;

/** For issuers without opened filings. */
export const NO_LOCATIONS: FactLocations = new Map();

/** The issuer whose filings are searched; `reports_version` is null if none of them has tagged facts. */
export interface IssuerOfReports {
  issuer_id: string;
  registry: string;
  reports_version: string | null;
}

/**
 * Finds each reported value among the undimensioned facts of its filing: same concept, period, unit and digits (apart
 * from a sign that the rules turned). One query covers all filings.
 */
export async function locateFacts(
  db: Database,
  { issuer_id, registry, reports_version }: IssuerOfReports,
  values: readonly StatedValue[],
): Promise<FactLocations> {
  if (reports_version === null) return NO_LOCATIONS;
  const byAccession = Map.groupBy(values.filter(isReported), value => value.accession);
  if (byAccession.size === 0) return NO_LOCATIONS;
  const reports = await db.query<{ native_id: string; plain_facts: Uint8Array }>(sql`
    select native_id, plain_facts from filing_reports
    where issuer_id = ${issuer_id} and registry = ${registry} and native_id = any(${[...byAccession.keys()]})
      and plain_facts is not null`);
  const locations = new Map<StatedValue, FactLocation>();
  for (const { native_id, plain_facts } of reports) {
    findIn(await unpackFacts(plain_facts), byAccession.get(native_id) ?? [], locations);
  }
  return locations;
}

function isReported({ method, concept }: StatedValue): boolean {
  return method === 'reported' && concept !== null;
}

function findIn(columns: FactColumns, values: readonly StatedValue[], locations: Map<StatedValue, FactLocation>): void {
  const byConcept = Map.groupBy(values, value => value.concept);
  const rowsOfConcept = columns.concepts.map((name): number[] | null => (byConcept.has(name) ? [] : null));
  for (const [row, concept] of columns.concept.entries()) rowsOfConcept[concept]?.push(row);
  for (const [concept, name] of columns.concepts.entries()) {
    for (const value of byConcept.get(name) ?? []) {
      const fact = bestFact(columns, rowsOfConcept[concept] ?? [], value);
      if (fact === null) continue;
      locations.set(value, { document: fact.document, elementId: fact.elementId, start: fact.start, end: fact.end });
    }
  }
}

/** The first of the facts with the fewest differences; a filing states most figures several times. */
function bestFact(columns: FactColumns, rows: readonly number[], value: StatedValue): StoredFact | null {
  const start = value.periodStart === null ? null : parseDay(value.periodStart);
  const end = parseDay(value.periodEnd);
  const digits = canonicalDecimal(value.exact ?? String(value.value));
  let best: StoredFact | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const period = columns.periods[columns.period[row] ?? -1];
    if (!period || period[0] !== start || period[1] !== end) continue;
    if (columns.units[columns.unit[row] ?? -1] !== value.unit) continue;
    const differences = differencesOf(columns, row, digits, value);
    if (differences >= least) continue;
    least = differences;
    best = factAt(columns, row);
  }
  return best;
}

const OPPOSITE_SIGN = 2;
const OTHER_ACCURACY = 1;

function differencesOf(columns: FactColumns, row: number, digits: string | null, value: StatedValue): number {
  const stated = columns.value[row];
  const filed = typeof stated === 'string' ? canonicalDecimal(stated) : null;
  if (filed === null || digits === null) return Number.POSITIVE_INFINITY;
  if (magnitude(filed) !== magnitude(digits)) return Number.POSITIVE_INFINITY;
  return (filed === digits ? 0 : OPPOSITE_SIGN) + (columns.decimals[row] === value.decimals ? 0 : OTHER_ACCURACY);
}

function magnitude(digits: string): string {
  return digits.startsWith('-') ? digits.slice(1) : digits;
}

/** The element that states a value, as responses show it. */
export function renderLocation({ document, elementId, start, end }: FactLocation): {
  document: string;
  element_id: string;
  char_start: number;
  char_end: number;
} {
  return { document, element_id: elementId, char_start: start, char_end: end };
}

import type { Day } from '../../../../kernel/dates.ts';
import { readExactNumber } from '../../../../kernel/exact-number.ts';
import type { FaceRow, FactFiling, FactSeries } from './facts.ts';

/** The columns of a series, without its key. */
export type Observations = Pick<FactSeries, 'starts' | 'ends' | 'values' | 'filings' | 'decimals' | 'exact'>;

interface StoredObservations {
  s: (Day | null)[];
  e: Day[];
  v: (number | null)[];
  f: number[];
  d?: (number | 'INF' | null)[];
}

type StoredFiling = [
  accession: string,
  form: string,
  filed: string,
  acceptedAt: string | null,
  fiscalYear: number | null,
  fiscalPeriod: string | null,
  periodEnd: string | null,
  category?: string | null,
  isAmendment?: 1 | 0,
  assumedKnownAt?: string,
];

type StoredFaceRow = [
  statement: string,
  report: number,
  line: number,
  concept: string,
  label: string,
  negated: 0 | 1,
  parenthetical: 0 | 1,
];

/** A text with this many digits in a row may contain a number beyond double precision. */
const MANY_DIGITS = /[\d.]{16}/;

/** Columns as stored: `{"s","e","v","f","d"?}`, with exact digits as raw JSON numbers. */
export function encodeObservations(series: Observations): string {
  const decimals = series.decimals ? `,"d":${JSON.stringify(series.decimals)}` : '';
  return `{"s":${JSON.stringify(series.starts)},"e":${JSON.stringify(series.ends)},"v":${encodeValues(series)},"f":${JSON.stringify(series.filings)}${decimals}}`;
}

function encodeValues({ values, exact }: Observations): string {
  if (!exact) return JSON.stringify(values);
  return `[${values.map((value, index) => exact[index] ?? JSON.stringify(value)).join(',')}]`;
}

/** The columns of a stored series; throws SyntaxError if the text is not JSON. */
export function decodeObservations(text: string): Observations {
  const exact: Record<number, string> = {};
  const stored = (MANY_DIGITS.test(text) ? parseKeepingDigits(text, exact) : JSON.parse(text)) as StoredObservations;
  const observations: Observations = { starts: stored.s, ends: stored.e, values: stored.v, filings: stored.f };
  if (stored.d) observations.decimals = stored.d;
  if (Object.keys(exact).length > 0) observations.exact = exact;
  return observations;
}

/** JSON.parse that keeps the source text of long numbers; only `v` contains numbers that long. */
function parseKeepingDigits(text: string, exact: Record<number, string>): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value === 'number' && source !== undefined && source.length > 15) {
      const digits = readExactNumber(source)?.exact;
      if (digits) exact[Number(key)] = digits;
    }
    return value;
  });
}

/** The dictionary of filings of a fact set, as stored in `fact_sources.filings`. */
export function encodeFactFilings(filings: readonly FactFiling[]): string {
  return JSON.stringify(filings.map(toStoredFiling));
}

function toStoredFiling(filing: FactFiling): StoredFiling {
  const { accession, form, filed, acceptedAt, fiscalYear, fiscalPeriod, periodEnd } = filing;
  const stored: StoredFiling = [accession, form, filed, acceptedAt, fiscalYear, fiscalPeriod, periodEnd];
  const { category, isAmendment, assumedKnownAt } = filing;
  if (category !== undefined || isAmendment || assumedKnownAt !== undefined) stored.push(category ?? null);
  if (isAmendment || assumedKnownAt !== undefined) stored.push(isAmendment ? 1 : 0);
  if (assumedKnownAt !== undefined) stored.push(assumedKnownAt);
  return stored;
}

/** Reads the output of {@link encodeFactFilings}. */
export function decodeFactFilings(text: string): FactFiling[] {
  return (JSON.parse(text) as StoredFiling[]).map(
    ([
      accession,
      form,
      filed,
      acceptedAt,
      fiscalYear,
      fiscalPeriod,
      periodEnd,
      category,
      isAmendment,
      assumedKnownAt,
    ]) => ({
      accession,
      form,
      filed,
      acceptedAt,
      fiscalYear,
      fiscalPeriod,
      periodEnd,
      ...(typeof category === 'string' ? { category } : {}),
      ...(isAmendment === 1 ? { isAmendment: true } : {}),
      ...(assumedKnownAt === undefined ? {} : { assumedKnownAt }),
    }),
  );
}

/** The rows of one filing's statements, as stored in `statement_faces.rows`. */
export function encodeFaceRows(rows: readonly FaceRow[]): string {
  return JSON.stringify(
    rows.map(
      (row): StoredFaceRow => [
        row.statement,
        row.report,
        row.line,
        row.concept,
        row.label,
        row.isNegated ? 1 : 0,
        row.isParenthetical ? 1 : 0,
      ],
    ),
  );
}

/** Reads the output of {@link encodeFaceRows}. */
export function decodeFaceRows(text: string): FaceRow[] {
  return (JSON.parse(text) as StoredFaceRow[]).map(
    ([statement, report, line, concept, label, negated, parenthetical]) => ({
      statement,
      report,
      line,
      concept,
      label,
      isNegated: negated === 1,
      isParenthetical: parenthetical === 1,
    }),
  );
}

import type { Day, Instant, IsoDate } from '../../../../kernel/dates.ts';

/**
 * The facts of one issuer from one source, as the registry states them: a dictionary of filings and one column set per
 * (concept, unit, dimensions). Nothing is chosen, scaled or merged yet.
 */
export interface FactSet {
  /** Which file of the registry: `companyfacts`, or `financial-statement-data-set/2009q3`. */
  source: string;
  /** True where the source rounds period ends to month ends (Financial Statement Data Sets do). */
  datesRounded: boolean;
  /** True where the source holds only a part of what its filings state, such as their main figures. */
  isPartial?: true;
  filings: FactFiling[];
  series: FactSeries[];
  /** Presentation evidence, by accession; empty where the source has none. */
  faces: Record<string, FaceRow[]>;
}

/**
 * Beginning of the name of a source that is one filing's own documents; the filing's own id follows. Such facts stand in
 * until the registry's summary has the filing.
 */
export const FILING_SOURCE = 'filing/';

/**
 * True for the facts of a single filing where another source, the registry's summary, has all of that filing's too. These
 * are the same facts: they are neither kept nor read twice. A summary that holds only a part of them takes no place.
 */
export function isSuperseded(
  source: string,
  others: Iterable<{ source: string; isPartial?: boolean; filings: readonly FactFiling[] }>,
): boolean {
  if (!source.startsWith(FILING_SOURCE)) return false;
  const accession = source.slice(FILING_SOURCE.length);
  for (const other of others) {
    if (other.source.startsWith(FILING_SOURCE) || other.isPartial === true) continue;
    if (other.filings.some(filing => filing.accession === accession)) return true;
  }
  return false;
}

/** The filing that states a fact. `filed` is the registry's legal date; `acceptedAt` is null where only that is known. */
export interface FactFiling {
  accession: string;
  form: string;
  filed: IsoDate;
  acceptedAt: Instant | null;
  /** The registry's labels of the *filing*, never of the fact: null on proxies and prospectuses. */
  fiscalYear: number | null;
  fiscalPeriod: string | null;
  /** Period of report, where the source states it. */
  periodEnd: IsoDate | null;
  /** Category of the filing (model/document-taxonomy.ts): what the rules go by where they don't know the form. */
  category?: string;
  /** True where the registry calls it an amendment and its form does not show that. */
  isAmendment?: true;
  /** When it counts as known where nobody states a moment: by its registry's clock and rule (Source.knownAtOfDay). */
  assumedKnownAt?: Instant;
}

/** Observations of one concept in one unit, in columns of equal length. */
export interface FactSeries {
  /** With its taxonomy: `us-gaap:Assets`, `dei:EntityPublicFloat`, or an extension under its filer's prefix. */
  concept: string;
  /** As filed: `USD`, `USD/shares`, `shares`, `pure` … */
  unit: string;
  /** `''`, or `axis=member` pairs sorted by axis and joined by `;`. */
  dimensions: string;
  /** First day of a duration, null for an instant. */
  starts: (Day | null)[];
  ends: Day[];
  /** What a double carries; where it can't carry the filed digits, `exact` has them. null = filed nil. */
  values: (number | null)[];
  /** Index into {@link FactSet.filings}. */
  filings: number[];
  /** Filed accuracy per observation (XBRL `decimals`), absent where the source does not give it. */
  decimals?: (number | 'INF' | null)[];
  /** Digits of the values that a double can't carry exactly, by position. */
  exact?: Record<number, string>;
}

/** One row of a statement as its filer presents it. */
export interface FaceRow {
  /** BS, IS, CF, EQ, CI, CP (cover), UN (unclassified). */
  statement: string;
  report: number;
  line: number;
  concept: string;
  /** The filer's own words for the row. */
  label: string;
  isNegated: boolean;
  isParenthetical: boolean;
}

import type { Day, Instant, IsoDate } from '../../../../kernel/dates.ts';

/**
 * The facts of one issuer from one source, as the registry states them: a dictionary of filings and one set of columns
 * per (concept, unit, dimensions). Nothing is selected, scaled or merged yet.
 */
export interface FactSet {
  /** The registry's file: `companyfacts`, or `financial-statement-data-set/2009q3`. */
  source: string;
  /** Whether the source rounds period ends to month ends (Financial Statement Data Sets do). */
  datesRounded: boolean;
  /** Whether the source contains only some facts of its filings, such as their main figures. */
  isPartial?: true;
  filings: FactFiling[];
  series: FactSeries[];
  /** Presentation rows by accession; empty if the source has none. */
  faces: Record<string, FaceRow[]>;
}

/**
 * Prefix of sources that are one filing's own documents; the filing's native id follows. Such facts are used until the
 * registry's summary contains the filing.
 */
export const FILING_SOURCE = 'filing/';

/**
 * Whether a registry's summary contains all facts of a single filing. These are the same facts, so they are neither
 * stored nor read twice. A partial summary supersedes nothing.
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

/** The filing that states a fact. `filed` is the registry's legal date; `acceptedAt` is null if only that date is known. */
export interface FactFiling {
  accession: string;
  form: string;
  filed: IsoDate;
  acceptedAt: Instant | null;
  /** The registry's labels of the *filing*, never of the fact: null on proxies and prospectuses. */
  fiscalYear: number | null;
  fiscalPeriod: string | null;
  /** Period of report; null if the source does not state it. */
  periodEnd: IsoDate | null;
  /** Category of the filing (model/document-taxonomy.ts), which the rules use if they do not know the form. */
  category?: string;
  /** Whether the registry calls it an amendment although its form does not. */
  isAmendment?: true;
  /** When it counts as known if no source states an instant: by its registry's clock and rule (Source.knownAtOfDay). */
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
  /** First day of a duration; null for an instant. */
  starts: (Day | null)[];
  ends: Day[];
  /** Values as doubles; `exact` holds the digits beyond double precision. null = filed nil. */
  values: (number | null)[];
  /** Index into {@link FactSet.filings}. */
  filings: number[];
  /** Filed accuracy per observation (XBRL `decimals`); absent if the source does not state it. */
  decimals?: (number | 'INF' | null)[];
  /** Digits of values beyond double precision, by position. */
  exact?: Record<number, string>;
}

/** A row of a statement as its filer presents it. */
export interface FaceRow {
  /** BS, IS, CF, EQ, CI, CP (cover), UN (unclassified). */
  statement: string;
  report: number;
  line: number;
  concept: string;
  /** The filer's label of the row. */
  label: string;
  isNegated: boolean;
  isParenthetical: boolean;
}

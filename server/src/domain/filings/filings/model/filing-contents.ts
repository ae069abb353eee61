import type { IsoDate } from '../../../../kernel/dates.ts';
import type { Filing } from '../../issuers/model/issuer.ts';

/**
 * What opening a filing gives: who filed it, its files, its text by sections, its tagged facts. Subjects add what they read
 * from forms of their own (`declare module`).
 */
export interface FilingContents {
  /** The registry's own id of the filing. */
  nativeId: string;
  /** What the container itself says of the filing; null where only loose documents are at hand. */
  filing: Filing | null;
  filers: Filer[];
  /** In the order of the submission; the primary document is one of them. */
  files: FilingFile[];
  text: FilingText;
  /** Null where nothing is tagged. */
  report: FilingReport | null;
  /** Texts that go with a current report, press releases as a rule; absent where there are none. */
  exhibits?: FilingExhibit[];
}

/** A document that goes with a current report, as text. */
export interface FilingExhibit {
  /** `EX-99.1` */
  nativeType: string;
  fileName: string;
  /** Paragraphs divided by an empty line. */
  text: string;
}

/** An entity that a submission names, by its role. */
export interface Filer {
  /** `cik:320193` */
  canonicalKey: string;
  companyName: string;
  role: 'filer' | 'subject' | 'filed_by' | 'issuer' | 'reporting_owner' | 'series';
}

/** One file of a filing. */
export interface FilingFile {
  /** Unique within the filing, and stable: the sequence number where the registry gives one, else the file's name. */
  fileId: string;
  role: 'primary' | 'attachment';
  fileName: string;
  /** As the registry types it: `10-K`, `EX-99.1`, `GRAPHIC`. */
  nativeType: string;
  title: string | null;
  url: string;
  /** Media type, without parameters. */
  contentType: string;
  /** As published: decoded from the container. */
  bytes: Buffer;
  /** What lies inside a package (zip); absent on other files. */
  members?: PackageMember[];
}

/** A file inside a package. */
export interface PackageMember {
  path: string;
  /** Media type. */
  contentType: string;
  /** Unpacked. */
  byteSize: number;
}

/** A filing's text, in the parts that its form has. */
export interface FilingText {
  status: 'found' | 'partial' | 'sections_not_found';
  /** Why sections are missing, in words for the reader; null where all is well. */
  reason: string | null;
  sections: FilingSection[];
}

/** The text of a filing in which no sections are found; `reason` says why, in words for the reader. */
export function withoutSections(reason: string): FilingText {
  return { status: 'sections_not_found', reason, sections: [] };
}

/** Where a section that is only referred to stands. */
export interface SectionTarget {
  kind: 'exhibit' | 'proxy' | 'pages' | 'heading';
  /** `EX-13`, `pages 34-52`, the heading's words. */
  locator: string;
  filingId: string | null;
}

/** One part of a filing's text. `text` may be empty only where `status` is `reserved_or_na` or `by_reference`. */
export interface FilingSection {
  /** `item_1a`, `part_ii.item_1a`, `item_5.02`, `beneficial_ownership`. */
  sectionKey: string;
  /** The catalogue's title, without the number. */
  title: string;
  /** 1-based, in the order of the form. */
  order: number;
  status: 'found' | 'by_reference' | 'shared' | 'reserved_or_na';
  /** 0 to 1. */
  confidence: number;
  warnings: string[];
  target: SectionTarget | null;
  /** Keys of the sections that the same text answers. */
  sharedWith: string[];
  /** 8-K items 2.02 and 7.01 are furnished, the others filed; null on other forms. */
  isFurnished: boolean | null;
  /** File name of the document that the text stands in. */
  document: string;
  /** File name of another document of the filing that a reference led to. */
  resolvedFrom: string | null;
  /** UTF-16 offsets in the decoded document, end exclusive; heading excluded. */
  start: number;
  end: number;
  /** Plain text: paragraphs divided by an empty line, table rows as lines with ` | ` between cells. */
  text: string;
  /** The same as CommonMark with pipe tables. */
  markdown: string;
  /** The same as HTML of a small safe vocabulary: no scripts, styles, addresses or event attributes. */
  html: string;
}

/** The tagged facts of a filing and its statements as its filer presents them. */
export interface FilingReport {
  facts: ReportedFact[];
  statements: AsFiledStatement[];
  /** Why there are no statements, in words for the reader; null or absent where there are some, or nothing more is known. */
  statementsReason?: string | null;
  /** The filer's words for concepts and members, by name; absent where the filing brings no labels. */
  labels?: ReadonlyMap<string, string>;
}

/** A fact as its filer tagged it, in document order. */
export interface ReportedFact {
  /** With the taxonomy's usual prefix: `us-gaap:Assets`, or the filer's own for an extension. */
  concept: string;
  /** First day; null for an instant. */
  periodStart: IsoDate | null;
  /** Last day. */
  periodEnd: IsoDate;
  /** `USD`, `USD/shares`, `shares`, `pure`; null for text. */
  unit: string | null;
  /** Decimal digits with sign and scale applied, or text; null = nil. */
  value: string | null;
  decimals: number | 'INF' | null;
  /** Axis to member; of a typed dimension to its text. Axes in alphabetical order. */
  dimensions: Record<string, string>;
  /** File name. */
  document: string;
  /** The element's id; `@<offset>` where it has none. */
  elementId: string;
  /** UTF-16 offsets of the element in the decoded document, end exclusive. */
  start: number;
  end: number;
}

/** Which of several statements of one fact says most: the decimals it is accurate to, nothing stated last. */
export function accuracyOf({ decimals }: ReportedFact): number {
  if (decimals === 'INF') return Number.POSITIVE_INFINITY;
  return decimals ?? Number.NEGATIVE_INFINITY;
}

export const AS_FILED_STATEMENT_TYPES = [
  'income',
  'balance',
  'cashflow',
  'comprehensive_income',
  'changes_in_equity',
  'shares',
  'other',
] as const;
export type AsFiledStatementType = (typeof AS_FILED_STATEMENT_TYPES)[number];

/** A statement in its filer's order and words, from the presentation and label linkbases. */
export interface AsFiledStatement {
  statementType: AsFiledStatementType;
  /** URI of the extended link role; of registries without such, their own name of the statement. */
  role: string;
  title: string;
  /** `dimensions`: what a column is of where its rows do not say; changes in equity have a column a component. */
  columns: {
    label: string;
    periodStart: IsoDate | null;
    periodEnd: IsoDate;
    dimensions?: Record<string, string>;
  }[];
  rows: AsFiledRow[];
}

export interface AsFiledRow {
  concept: string;
  label: string;
  /** Depth in the presentation tree, 0 outermost. */
  level: number;
  isAbstract: boolean;
  isTotal: boolean;
  /** Shown with the sign turned. */
  isNegated: boolean;
  dimensions: Record<string, string>;
  /** Index into {@link FilingReport.facts} by column; null where the row has no fact there. */
  cells: (number | null)[];
}

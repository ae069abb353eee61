import type { IsoDate } from '../../../../kernel/dates.ts';
import type { Filing } from '../../issuers/model/issuer.ts';

/**
 * The contents of an opened filing: filers, files, text by sections, tagged facts. Subjects add what they read from their forms
 * (`declare module`).
 */
export interface FilingContents {
  /** The registry's own id of the filing. */
  nativeId: string;
  /** The filing as its container states it; null if only loose documents are available. */
  filing: Filing | null;
  filers: Filer[];
  /** In the order of the submission, including the primary document. */
  files: FilingFile[];
  text: FilingText;
  /** Null if nothing is tagged. */
  report: FilingReport | null;
  /** Texts attached to a current report, usually press releases; absent if there are none. */
  exhibits?: FilingExhibit[];
}

/** A document attached to a current report, as text. */
export interface FilingExhibit {
  /** `EX-99.1` */
  nativeType: string;
  fileName: string;
  /** Paragraphs separated by an empty line. */
  text: string;
}

/** An entity that a submission names, with its role. */
export interface Filer {
  /** `cik:320193` */
  canonicalKey: string;
  companyName: string;
  role: 'filer' | 'subject' | 'filed_by' | 'issuer' | 'reporting_owner' | 'series';
}

/** One file of a filing. */
export interface FilingFile {
  /** Unique within the filing, and stable: the registry's sequence number, else the file name. */
  fileId: string;
  role: 'primary' | 'attachment';
  fileName: string;
  /** The registry's type: `10-K`, `EX-99.1`, `GRAPHIC`. */
  nativeType: string;
  title: string | null;
  url: string;
  /** Media type, without parameters. */
  contentType: string;
  /** As published: decoded from the container. */
  bytes: Buffer;
  /** The files inside a package (zip); absent for other files. */
  members?: PackageMember[];
}

/** A file inside a package. */
export interface PackageMember {
  path: string;
  /** Media type. */
  contentType: string;
  /** Unpacked size in bytes. */
  byteSize: number;
}

/** A filing's text, divided by the sections of its form. */
export interface FilingText {
  status: 'found' | 'partial' | 'sections_not_found';
  /** Why sections are missing, for readers; null if none are missing. */
  reason: string | null;
  sections: FilingSection[];
}

/** A filing text without sections; `reason` says why, for readers. */
export function withoutSections(reason: string): FilingText {
  return { status: 'sections_not_found', reason, sections: [] };
}

/** The target of a section that the filing includes by reference. */
export interface SectionTarget {
  kind: 'exhibit' | 'proxy' | 'pages' | 'heading';
  /** `EX-13`, `pages 34-52`, or the words of the heading. */
  locator: string;
  filingId: string | null;
}

/** One section of a filing's text. `text` may be empty only if `status` is `reserved_or_na`, `by_reference` or `partial`. */
export interface FilingSection {
  /** `item_1a`, `part_ii.item_1a`, `item_5.02`, `beneficial_ownership`. */
  sectionKey: string;
  /** The catalogue's title, without the number. */
  title: string;
  /** 1-based, in the order of the form. */
  order: number;
  /** `partial`: the filing names the section, but no text of it was found and the filer does not say that there is none. */
  status: 'found' | 'by_reference' | 'shared' | 'reserved_or_na' | 'partial';
  /** 0 to 1. */
  confidence: number;
  warnings: string[];
  target: SectionTarget | null;
  /** Keys of the sections that share this text. */
  sharedWith: string[];
  /** 8-K items 2.02 and 7.01 are furnished, the others filed; null for other forms. */
  isFurnished: boolean | null;
  /** File name of the document that contains the text. */
  document: string;
  /** File name of another document of the filing to which a reference led. */
  resolvedFrom: string | null;
  /** UTF-16 offsets in the decoded document, end exclusive; heading excluded. */
  start: number;
  end: number;
  /** Plain text: paragraphs separated by an empty line, table rows as lines with ` | ` between cells. */
  text: string;
  /** The same text as CommonMark with pipe tables. */
  markdown: string;
  /** The same text in a small safe subset of HTML: no scripts, styles, URLs or event attributes. */
  html: string;
}

/** The tagged facts of a filing and its statements in its own presentation. */
export interface FilingReport {
  facts: ReportedFact[];
  statements: AsFiledStatement[];
  /** Why there are no statements, for readers; null or absent if there are some, or if the reason is unknown. */
  statementsReason?: string | null;
  /** The filer's labels of concepts and members, by name; absent if the filing has no labels. */
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
  /** Axis to member, or to the text of a typed dimension. Axes in alphabetical order. */
  dimensions: Record<string, string>;
  /** File name. */
  document: string;
  /** The element's id; `@<offset>` if it has none. */
  elementId: string;
  /** UTF-16 offsets of the element in the decoded document, end exclusive. */
  start: number;
  end: number;
}

/** The precision by which one of several statements of a fact is chosen: its decimals, unstated ranks last. */
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

/** A statement in its filer's order and labels, from the presentation and label linkbases. */
export interface AsFiledStatement {
  statementType: AsFiledStatementType;
  /** URI of the extended link role, or the registry's own name of the statement. */
  role: string;
  title: string;
  /** `dimensions`: those of a column, if its rows state none; changes in equity have a column for each component. */
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
  /** Printed with the sign inverted. */
  isNegated: boolean;
  dimensions: Record<string, string>;
  /** Index into {@link FilingReport.facts} by column; null if the row has no fact in that column. */
  cells: (number | null)[];
}

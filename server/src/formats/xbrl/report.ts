import type { IsoDate } from '../../kernel/dates.ts';

/** The content of an XBRL instance or a set of inline documents (XBRL 2.1, Dimensions 1.0, Inline XBRL 1.1). */
export interface XbrlReport {
  /** In document order. */
  facts: XbrlFact[];
  footnotes: XbrlFootnote[];
  /** Tuples, if any (no registry uses them today); their members are among the facts too. */
  tuples?: XbrlTuple[];
  /** `xlink:href` of schemaRef and linkbaseRef, as written. */
  schemaRefs: string[];
  linkbaseRefs: string[];
  anomalies: XbrlAnomaly[];
}

export interface XbrlFact {
  /** Prefix as declared in the document: `us-gaap`. */
  prefix: string;
  namespace: string;
  localName: string;
  contextId: string;
  entity: { scheme: string; identifier: string };
  /** First day; null for an instant. */
  periodStart: IsoDate | null;
  /** Last day; null for `forever`. Midnight at the end of a day is that day. */
  periodEnd: IsoDate | null;
  dimensions: XbrlDimension[];
  /** Local names of measures: `USD`, `shares`, `USD/shares`, `USD*pure`; null for facts without a unit. */
  unit: string | null;
  isNumeric: boolean;
  /** Numbers as plain decimal digits (no exponent, sign and scale applied); text as displayed; null = nil. */
  value: string | null;
  /** From `decimals`, or computed from `precision`; null if neither is given. */
  decimals: number | 'INF' | null;
  /** The two terms of a fraction item, whose `value` is null, as plain decimal digits. */
  fraction?: { numerator: string; denominator: string };
  language: string | null;
  /** `target` of an inline fact; null is the default target. */
  target: string | null;
  isHidden: boolean;
  /** File name of the document that contains it. */
  document: string;
  /** The element's `id`; null if it has none. */
  elementId: string | null;
  /** UTF-16 offsets of the element in the decoded document, end exclusive. */
  start: number;
  end: number;
}

export interface XbrlDimension {
  axisNamespace: string;
  /** `us-gaap:StatementBusinessSegmentsAxis`, with the prefix as declared. */
  axis: string;
  /** Member's name with prefix; the text of a typed member. */
  member: string;
  /** Null for a typed member. */
  memberNamespace: string | null;
  isTyped: boolean;
}

/** A tuple (XBRL 2.1 §4.9) and its members in order. */
export interface XbrlTuple {
  prefix: string;
  namespace: string;
  localName: string;
  document: string;
  elementId: string | null;
  start: number;
  end: number;
  /** Members that are facts. */
  facts: XbrlFact[];
  /** Members that are tuples. */
  tuples: XbrlTuple[];
}

export interface XbrlFootnote {
  id: string | null;
  language: string | null;
  text: string;
  /** Element ids of the facts that it belongs to. */
  factIds: string[];
}

/** Unreadable content or a rule violation; all other facts are returned. */
export interface XbrlAnomaly {
  kind: string;
  document: string;
  /** Element id, context id or `@<offset>`. */
  locator: string;
  detail: string;
}

import type { XbrlContext } from '../xbrl/contexts.ts';
import type { XbrlFact, XbrlFootnote, XbrlTuple } from '../xbrl/report.ts';
import type { XbrlUnit } from '../xbrl/units.ts';
import { AnomalyLog } from './anomaly-log.ts';
import { detached } from './capture.ts';

/** A fact that is read but incomplete: contexts, units and continuations may be in a later document. */
export interface PendingFact {
  /** Entity, period, dimensions and unit are set at the end. */
  fact: XbrlFact;
  unitRef: string | null;
  /** First link of its chain; null if there is none. */
  continuedAt: string | null;
  /** Receives the text of a complete chain; null if the value is known. */
  complete: ((content: string) => void) | null;
  isMarkup: boolean;
  tuple: PendingTuple | null;
  tupleRef: string | null;
  /** As written. */
  order: string | null;
}

export interface PendingTuple {
  tuple: XbrlTuple;
  locator: string;
  target: string | null;
  isNil: boolean;
  /** Whether it has members, including those that were dropped. */
  hasMembers: boolean;
  tupleId: string | null;
  parent: PendingTuple | null;
  tupleRef: string | null;
  order: string | null;
}

/** Part of a text that continues elsewhere, captured as text and as markup, since the head decides which is needed. */
export interface Continuation {
  document: string;
  locator: string;
  start: number;
  end: number;
  text: string;
  markup: string;
  continuedAt: string | null;
}

export interface PendingFootnote {
  footnote: XbrlFootnote;
  document: string;
  start: number;
  end: number;
  continuedAt: string | null;
}

export interface Relationship {
  document: string;
  locator: string;
  from: string[];
  to: string[];
}

/** What the ix:references elements of one target declare together. */
export interface TargetReferences {
  /** Names of attributes with a namespace, as `{namespace}name`. */
  attributes: Set<string>;
  hasId: boolean;
  /** Namespaces by prefix; '' is the default namespace. */
  prefixes: Map<string, string>;
}

/** State shared by all documents of a set while they are read. */
export class InlineSet {
  readonly anomalies = new AnomalyLog();
  /** In document order; null for one that proved invalid. */
  readonly facts: (PendingFact | null)[] = [];
  readonly tuples: PendingTuple[] = [];
  /** null if the context exists but is invalid. */
  readonly contexts = new Map<string, XbrlContext | null>();
  readonly units = new Map<string, XbrlUnit | null>();
  readonly continuations = new Map<string, Continuation>();
  /** Whether a later continuation is needed as markup or as text, if its head was read before. */
  readonly awaited = new Map<string, 'markup' | 'text'>();
  readonly footnotes: PendingFootnote[] = [];
  readonly relationships: Relationship[] = [];
  /** Kind of element by id. */
  readonly ids = new Map<string, string>();
  /** By target; null is the default target. */
  readonly references = new Map<string | null, TargetReferences>();
  comparedReferences = 0;
  /** The first fact of each target. */
  readonly targets = new Map<string | null, { document: string; locator: string }>();
  /** Whether an element is a tuple, refers to one, or has an order. */
  hasTuples = false;
  readonly schemaRefs = new Set<string>();
  readonly linkbaseRefs = new Set<string>();
  hasHeader = false;
  hasResources = false;
  readonly #strings = new Map<string, string>();

  /** Interns a string that occurs repeatedly, separate from the document that it was sliced from. */
  intern(text: string): string {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const copy = detached(text);
    this.#strings.set(copy, copy);
    return copy;
  }
}

import type { XbrlContext } from '../xbrl/contexts.ts';
import type { XbrlFact, XbrlFootnote, XbrlTuple } from '../xbrl/report.ts';
import type { XbrlUnit } from '../xbrl/units.ts';
import { AnomalyLog } from './anomaly-log.ts';
import { detached } from './capture.ts';

/** A fact that is read but not finished: contexts, units and continuations may stand in a later document. */
export interface PendingFact {
  /** Entity, period, dimensions and unit are filled in at the end. */
  fact: XbrlFact;
  unitRef: string | null;
  /** First link of its chain; null where it has none. */
  continuedAt: string | null;
  /** Takes the text of a chain that is complete; null where the value is known. */
  complete: ((content: string) => void) | null;
  isMarkup: boolean;
  tuple: PendingTuple | null;
  tupleRef: string | null;
  order: string | null;
}

export interface PendingTuple {
  tuple: XbrlTuple;
  tupleId: string | null;
  parent: PendingTuple | null;
  tupleRef: string | null;
  order: string | null;
}

/** A part of a text that goes on elsewhere; kept as text and as markup, for which is wanted shows at its head. */
export interface Continuation {
  document: string;
  locator: string;
  text: string;
  markup: string;
  continuedAt: string | null;
}

export interface PendingFootnote {
  footnote: XbrlFootnote;
  document: string;
  continuedAt: string | null;
}

export interface Relationship {
  document: string;
  locator: string;
  from: string[];
  to: string[];
}

/** What all documents of a set share while they are read. */
export class InlineSet {
  readonly anomalies = new AnomalyLog();
  /** In document order; null where one turned out to be none. */
  readonly facts: (PendingFact | null)[] = [];
  readonly tuples: PendingTuple[] = [];
  /** null where the context was met but is none. */
  readonly contexts = new Map<string, XbrlContext | null>();
  readonly units = new Map<string, XbrlUnit | null>();
  readonly continuations = new Map<string, Continuation>();
  /** Whether a continuation that is still to come is wanted as markup or as text, where its head was met already. */
  readonly awaited = new Map<string, 'markup' | 'text'>();
  readonly footnotes: PendingFootnote[] = [];
  readonly relationships: Relationship[] = [];
  readonly schemaRefs = new Set<string>();
  readonly linkbaseRefs = new Set<string>();
  hasHeader = false;
  hasReferences = false;
  hasResources = false;
  readonly #strings = new Map<string, string>();

  /** One copy of a string that comes again and again, apart from the document that it was cut out of. */
  intern(text: string): string {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const copy = detached(text);
    this.#strings.set(copy, copy);
    return copy;
  }
}

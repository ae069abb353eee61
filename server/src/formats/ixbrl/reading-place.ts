import type { TagAttributes } from './attributes.ts';
import { Capture, detached } from './capture.ts';
import type { InlineSet, PendingFact, PendingTuple } from './inline-set.ts';
import { NamespaceScope } from './namespace-scope.ts';

/** Content being captured; that of ix:exclude and ix:header does not belong to the facts around them. */
export class Content {
  readonly text = new Capture();
  readonly markup = new Capture();
  readonly numbers: OpenNumber[] = [];
  /** Locator of the numerator or denominator whose content this is. */
  termAt: string | null = null;
  /** Whether it is the content of ix:header. */
  isHeader = false;
  readonly outer: Content | null;

  constructor(outer: Content | null) {
    this.outer = outer;
  }

  /** Whether elements inside may be invalid: it is a number, a term of a fraction or the content of the header. */
  get isStrict(): boolean {
    return this.isHeader || this.termAt !== null || this.numbers.length > 0;
  }

  get isKept(): boolean {
    return this.text.isOpen || this.markup.isOpen;
  }
}

/** A number whose end tag has not been read yet. */
export interface OpenNumber {
  index: number;
  locator: string;
  unitRef: string | null;
  scale: number;
  format: string | null;
  scope: NamespaceScope;
  nested: string | null;
}

/** How the text of a number becomes its value. */
export interface NumberRules {
  transform: ((text: string) => string | null) | null;
  scale: number;
  isNegative: boolean;
  decimalsFor: (value: string) => number | 'INF' | null;
}

/** The terms of an open fraction. */
export interface OpenFraction {
  numerators: (string | null)[];
  denominators: (string | null)[];
  unitRef: string | null;
}

/** The scope at the current reading position, and the destinations of results. */
export class ReadingPlace {
  readonly set: InlineSet;
  readonly document: string;
  scope = NamespaceScope.ofDocument();
  language: string | null = null;
  content = new Content(null);
  hasInline = false;
  /** Local name of the nearest enclosing inline element. */
  element: string | null = null;
  /** The furthest part of the current header that was read, as its index in the required order; -1 before all. */
  headerPart = -1;
  /** Whether the position is inside the HTML element `head`. */
  isInHead = false;
  hiddenDepth = 0;
  hiddenFacts = 0;
  /** Schemas and linkbases of the current ix:references. */
  referenceCount = 0;
  fraction: OpenFraction | null = null;
  /** The rules of the last number without an anomaly in its attributes, which most following numbers share. */
  lastRules: { scope: NamespaceScope; from: readonly (string | undefined)[]; rules: NumberRules } | null = null;
  tuple: PendingTuple | null = null;
  /** Whether the document contains carriage returns or characters that XML forbids. */
  mayNeedCleaning = false;

  constructor(set: InlineSet, document: string) {
    this.set = set;
    this.document = document;
  }

  problem(kind: string, offset: number, detail: string): void {
    this.anomaly(kind, `@${offset}`, detail);
  }

  anomaly(kind: string, locator: string, detail: string): void {
    this.set.anomalies.add(kind, this.document, locator, detail);
  }

  /** Registers the id of an element, which no other element of the set may have. */
  claimId(id: string, kind: string, locator: string): void {
    const { ids } = this.set;
    const known = ids.get(id);
    if (known === undefined) ids.set(id, kind);
    else this.anomaly('duplicate_id', locator, `${kind} ${id} has the id of another ${known}`);
  }

  /** The target of a fact or tuple, trimmed; null is the default target. */
  targetOf(attributes: TagAttributes, locator: string): string | null {
    const { targets } = this.set;
    const written = attributes.get('target')?.trim();
    const target = written === undefined ? null : this.set.intern(written);
    if (!targets.has(target)) targets.set(target, { document: this.document, locator: detached(locator) });
    return target;
  }

  /** Adds a fact; its index, or -1 if there is none. */
  add(pending: PendingFact | undefined): number {
    return pending === undefined ? -1 : this.set.facts.push(pending) - 1;
  }

  /** Drops a fact that was started, and reports why. */
  reject(index: number, kind: string, locator: string, detail: string): void {
    this.anomaly(kind, locator, `${detail}; the fact is left out`);
    if (index >= 0) this.set.facts[index] = null;
  }
}

import { Content } from './content.ts';
import type { InlineSet, PendingTuple } from './inline-set.ts';
import { NamespaceScope } from './namespace-scope.ts';

/** The terms of an open fraction. */
export interface OpenFraction {
  numerators: (string | null)[];
  denominators: (string | null)[];
}

/** The scope at the current reading position, and the destinations of results. */
export class ReadingPlace {
  readonly set: InlineSet;
  readonly document: string;
  scope = NamespaceScope.ofDocument();
  language: string | null = null;
  content = new Content(null);
  hasInline = false;
  /** Whether the position is inside the HTML element `head`. */
  isInHead = false;
  hiddenDepth = 0;
  hiddenFacts = 0;
  fraction: OpenFraction | null = null;
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

  /** Drops a fact that was started, and reports why. */
  reject(index: number, kind: string, locator: string, detail: string): void {
    this.anomaly(kind, locator, `${detail}; the fact is left out`);
    if (index >= 0) this.set.facts[index] = null;
  }
}

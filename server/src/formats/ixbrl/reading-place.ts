import { Content } from './content.ts';
import type { InlineSet, PendingTuple } from './inline-set.ts';
import { NamespaceScope } from './namespace-scope.ts';

/** The terms of a fraction that is open. */
export interface OpenFraction {
  numerators: (string | null)[];
  denominators: (string | null)[];
}

/** What holds where a document is being read, and where what is found goes. */
export class ReadingPlace {
  readonly set: InlineSet;
  readonly document: string;
  scope = NamespaceScope.ofDocument();
  language: string | null = null;
  content = new Content(null);
  hasInline = false;
  /** Inside the HTML element `head`. */
  isInHead = false;
  hiddenDepth = 0;
  hiddenFacts = 0;
  fraction: OpenFraction | null = null;
  tuple: PendingTuple | null = null;
  /** The document holds carriage returns or characters that XML forbids. */
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

  /** Leaves out a fact that was begun, and says why. */
  reject(index: number, kind: string, locator: string, detail: string): void {
    this.anomaly(kind, locator, `${detail}; the fact is left out`);
    if (index >= 0) this.set.facts[index] = null;
  }
}

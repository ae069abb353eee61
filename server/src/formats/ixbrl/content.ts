import { Capture } from './capture.ts';
import type { NamespaceScope } from './namespace-scope.ts';

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

import { Capture } from './capture.ts';

/** Content being captured; that of ix:exclude and ix:header does not belong to the facts around them. */
export class Content {
  readonly text = new Capture();
  readonly markup = new Capture();
  readonly numbers: OpenNumber[] = [];
  isInFraction = false;
  readonly outer: Content | null;

  constructor(outer: Content | null) {
    this.outer = outer;
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
  scale: string;
  format: string | null;
  nested: string | null;
}

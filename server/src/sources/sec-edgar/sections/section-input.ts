import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import type { IsoDate } from '../../../kernel/dates.ts';

/** One document of a submission, as text. */
export interface SectionDocument {
  fileName: string;
  /** As the registry types it: `10-K`, `EX-13`. */
  nativeType: string;
  isPrimary: boolean;
  text: TextDocument;
}

/** The input of a split: a filing's form and dates, and its documents with text. */
export interface SectionInput {
  /** As the registry names it, amendments with `/A`: `10-K405/A`. */
  formType: string;
  /** Period of report; null if the container states none. */
  periodEnd: IsoDate | null;
  filingDate: IsoDate | null;
  /** Item codes of the submission's header, for 8-Ks; empty if it states none. */
  itemCodes: string[];
  /** Number of items that the header counts without a name (before 2004-08): the text identifies them. */
  unnamedItems?: number;
  /** In the order of the submission. */
  documents: SectionDocument[];
}

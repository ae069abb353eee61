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

/** What a filing is split from: its form and dates, and those of its documents that hold text. */
export interface SectionInput {
  /** As the registry names it, amendments with `/A`: `10-K405/A`. */
  formType: string;
  /** Period of report; null where the container names none. */
  periodEnd: IsoDate | null;
  filingDate: IsoDate | null;
  /** Item codes of the submission's header, as 8-Ks have them; empty where it names none. */
  itemCodes: string[];
  /** Items that the header counts without a name (before 2004-08): the text tells which. */
  unnamedItems?: number;
  /** In the order of the submission. */
  documents: SectionDocument[];
}

import type { CatalogueItem } from '../item-catalogue.ts';
import type { OffsetRange } from './pages.ts';

/** An item's entry in a cross-reference index. */
export interface IndexEntry {
  items: CatalogueItem[];
  title: string;
  /** Printed page numbers of all rows of the entry; null if it has none. */
  pages: string | null;
  /** The text instead of pages, or beside them: `None`, `Not applicable`, or the footnote that a mark refers to. */
  answer: string | null;
  /** Headings of the report that the entry names instead of pages, or beside them. */
  captions: string[];
  /** The ranges of the text; empty if neither the pages nor the headings that it names are found in the document. */
  ranges: OffsetRange[];
  /** True if the ranges begin at headings that the entry names, because its pages are not found. */
  isByHeading: boolean;
  /** Source offsets of the entry itself. */
  start: number;
  end: number;
}

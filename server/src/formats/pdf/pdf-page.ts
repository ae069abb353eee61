/**
 * What is drawn on a page as text. Points (1/72 inch) from the upper left corner, the page turned so that most of its text
 * reads from left to right.
 */
export interface PdfPage {
  /** 1-based. */
  number: number;
  /** Points. */
  height: number;
  /** In the order in which the page draws them, which need not be the order of reading. */
  runs: PdfRun[];
  /** Vertical writing, and what stands across the rest of the page, a text each. */
  aside: string[];
}

/** A stretch of text that is drawn at once. */
export interface PdfRun {
  /** Ligatures dissolved, radicals as the characters that they are; nothing else is normalised. */
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Height of the font. */
  size: number;
}

/** A bookmark of the document (ISO 32000-1, 12.3.3). */
export interface PdfBookmark {
  title: string;
  /** 1 = outermost. */
  level: number;
  /** 1-based; null where it leads nowhere in the document. */
  pageNumber: number | null;
  /** Points below the upper edge of that page; null where it names the page alone. */
  top: number | null;
}

/** Why a document was read in part or not at all. */
export type PdfFaultKind =
  | 'pdf_too_large'
  | 'pdf_encrypted'
  | 'pdf_damaged'
  | 'pdf_page_damaged'
  | 'pdf_page_limit'
  | 'pdf_text_limit'
  | 'pdf_time_limit'
  | 'pdf_memory_limit';

export interface PdfFault {
  kind: PdfFaultKind;
  /** `page 12`; empty where it is of the whole document. */
  locator: string;
  detail: string;
}

/** What a document may cost. */
export interface PdfLimits {
  bytes: number;
  pages: number;
  /** UTF-16 units of text in all, and sixteen for each text. */
  chars: number;
  /** Of the processor; looked at after each page. */
  cpuMs: number;
  /** Of the clock: after so long whatever is under way is broken off. */
  wallMs: number;
  /** Objects of JavaScript and buffers outside of them, each. */
  memoryMb: number;
}

/** Annual reports have some hundred pages and megabytes, prospectuses up to fifteen hundred. */
export const PDF_LIMITS: PdfLimits = {
  bytes: 256 << 20,
  pages: 3_000,
  chars: 20_000_000,
  cpuMs: 120_000,
  wallMs: 600_000,
  memoryMb: 512,
};

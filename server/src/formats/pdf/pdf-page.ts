/**
 * Text drawn on a page. Points (1/72 inch) from the upper left corner, with the page rotated so that most of its text
 * reads from left to right.
 */
export interface PdfPage {
  /** 1-based. */
  number: number;
  /** Points. */
  height: number;
  /** In drawing order, which may differ from reading order. */
  runs: PdfRun[];
  /** Vertical text and text rotated against the rest of the page, one entry each. */
  aside: string[];
}

/** A piece of text drawn at once. */
export interface PdfRun {
  /** Ligatures are expanded and radicals replaced by their characters; nothing else is normalised. */
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Font height. */
  size: number;
}

/** A bookmark of the document (ISO 32000-1, 12.3.3). */
export interface PdfBookmark {
  title: string;
  /** 1 = outermost. */
  level: number;
  /** 1-based; null if its target is not in the document. */
  pageNumber: number | null;
  /** Points below the upper edge of that page; null if the target is the whole page. */
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
  /** `page 12`; empty if it concerns the whole document. */
  locator: string;
  detail: string;
}

/** Resource limits for one document. */
export interface PdfLimits {
  bytes: number;
  pages: number;
  /** UTF-16 units of text in total, plus sixteen per text. */
  chars: number;
  /** Processor time in milliseconds, checked after each page. */
  cpuMs: number;
  /** Elapsed time in milliseconds, after which reading is aborted. */
  wallMs: number;
  /** Megabytes of JavaScript objects and of buffers outside of them, each. */
  memoryMb: number;
}

/** Annual reports have some hundred pages and megabytes, prospectuses up to fifteen hundred pages. */
export const PDF_LIMITS: PdfLimits = {
  bytes: 256 << 20,
  pages: 3_000,
  chars: 20_000_000,
  cpuMs: 120_000,
  wallMs: 600_000,
  memoryMb: 512,
};

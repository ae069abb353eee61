import type { PdfBookmark, PdfFault, PdfLimits, PdfPage } from './pdf-page.ts';

/** What the thread that reads PDFs is asked. */
export interface PdfQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  limits: PdfLimits;
}

/** What it answers, page by page; `done` is the last. */
export type PdfAnswer =
  | { kind: 'opened'; pageCount: number; bookmarks: PdfBookmark[] }
  | { kind: 'page'; page: PdfPage }
  | { kind: 'fault'; fault: PdfFault }
  | { kind: 'done' };

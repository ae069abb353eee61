import type { PdfBookmark, PdfFault, PdfLimits, PdfPage } from './pdf-page.ts';

/** A request to the thread that reads PDFs. */
export interface PdfRequest {
  bytes: Uint8Array<ArrayBuffer>;
  limits: PdfLimits;
}

/** Its responses, page by page; `done` is the last. */
export type PdfResponse =
  | { kind: 'opened'; pageCount: number; bookmarks: PdfBookmark[] }
  | { kind: 'page'; page: PdfPage }
  | { kind: 'fault'; fault: PdfFault }
  | { kind: 'done' };

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import './drawing-stubs.ts';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfFault, PdfLimits, PdfPage } from './pdf-page.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { charsOfPage, readPage } from './read-page.ts';
import type { PdfRequest, PdfResponse } from './thread-messages.ts';

/**
 * Folders where pdf.js keeps character tables and the standard fonts, which documents may name without embedding them.
 */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

// Each document's failure is reported by its own promise; stray rejections of pdf.js must not end the next document.
process.on('unhandledRejection', () => undefined);

parentPort?.on('message', (request: PdfRequest) => {
  void handle(request).finally(() => send({ kind: 'done' }));
});

function send(response: PdfResponse): void {
  parentPort?.postMessage(response);
}

/** Reads text only: decodes no picture, runs no script of the document, performs no network access. */
async function handle({ bytes, limits }: PdfRequest): Promise<void> {
  const before = process.threadCpuUsage();
  const loading = getDocument({
    data: bytes,
    cMapUrl: join(PACKAGE, 'cmaps/'),
    standardFontDataUrl: join(PACKAGE, 'standard_fonts/'),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    send({ kind: 'opened', pageCount: document.numPages, bookmarks: await readBookmarks(document) });
    await readPages(document, limits, () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    });
  } catch (error) {
    send({ kind: 'fault', fault: faultOf(error) });
  } finally {
    await loading.destroy();
  }
}

async function readPages(document: PDFDocumentProxy, limits: PdfLimits, cpuMs: () => number): Promise<void> {
  const last = Math.min(document.numPages, limits.pages);
  let chars = 0;
  for (let number = 1; number <= last; number++) {
    const page = await readOnePage(document, number, limits.chars - chars);
    chars += page === null ? 0 : charsOfPage(page);
    const isLast = number === document.numPages;
    if (chars >= limits.chars) return reportLimit('pdf_text_limit', number, `more than ${limits.chars} characters`);
    if (!isLast && cpuMs() > limits.cpuMs) return reportLimit('pdf_time_limit', number, `${limits.cpuMs / 1_000} s`);
  }
  if (last < document.numPages) reportLimit('pdf_page_limit', last, `${document.numPages} pages`);
}

async function readOnePage(document: PDFDocumentProxy, number: number, maxChars: number): Promise<PdfPage | null> {
  try {
    const page = await readPage(document, number, maxChars);
    send({ kind: 'page', page });
    return page;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    send({ kind: 'fault', fault: { kind: 'pdf_page_damaged', locator: `page ${number}`, detail } });
    return null;
  }
}

function reportLimit(kind: PdfFault['kind'], page: number, detail: string): void {
  send({ kind: 'fault', fault: { kind, locator: '', detail: `read up to page ${page}: ${detail}` } });
}

function faultOf(error: unknown): PdfFault {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const kind = name === 'PasswordException' ? 'pdf_encrypted' : 'pdf_damaged';
  return { kind, locator: '', detail: message };
}

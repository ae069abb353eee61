import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfBookmark } from './pdf-page.ts';

const MAX_BOOKMARKS = 5_000;
const DEEPEST_LEVEL = 3;
const MAX_TITLE_CHARS = 500;

interface OutlineItem {
  title: string;
  dest: string | unknown[] | null;
  items: OutlineItem[];
}

/** The bookmarks of the first three levels in order; empty if they are damaged. */
export async function readBookmarks(document: PDFDocumentProxy): Promise<PdfBookmark[]> {
  const bookmarks: PdfBookmark[] = [];
  try {
    await collect(document, ((await document.getOutline()) ?? []) as OutlineItem[], 1, bookmarks);
  } catch {
    return [];
  }
  return bookmarks;
}

async function collect(
  document: PDFDocumentProxy,
  items: readonly OutlineItem[],
  level: number,
  bookmarks: PdfBookmark[],
): Promise<void> {
  for (const item of items) {
    if (bookmarks.length >= MAX_BOOKMARKS) return;
    const title = item.title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS);
    bookmarks.push({ title, level, ...(await placeOf(document, item.dest)) });
    if (level < DEEPEST_LEVEL) await collect(document, item.items ?? [], level + 1, bookmarks);
  }
}

const NOWHERE = { pageNumber: null, top: null };

/** The target of a destination (ISO 32000-1, 12.3.2): a page, and usually a height on it. */
async function placeOf(
  document: PDFDocumentProxy,
  dest: OutlineItem['dest'],
): Promise<Pick<PdfBookmark, 'pageNumber' | 'top'>> {
  try {
    const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [target, , ...place] = explicit ?? [];
    const index = typeof target === 'number' ? target : await pageIndexOf(document, target);
    if (index === null || index < 0 || index >= document.numPages) return NOWHERE;
    return { pageNumber: index + 1, top: await topOf(document, index + 1, explicit?.[1], place) };
  } catch {
    return NOWHERE;
  }
}

async function pageIndexOf(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (typeof target !== 'object' || target === null || !('num' in target) || !('gen' in target)) return null;
  const { num, gen } = target;
  if (typeof num !== 'number' || typeof gen !== 'number') return null;
  return document.getPageIndex({ num, gen });
}

async function topOf(
  document: PDFDocumentProxy,
  pageNumber: number,
  fit: unknown,
  place: readonly unknown[],
): Promise<number | null> {
  const name = typeof fit === 'object' && fit !== null && 'name' in fit ? fit.name : '';
  const height = name === 'XYZ' ? place[1] : name === 'FitH' || name === 'FitBH' ? place[0] : null;
  if (typeof height !== 'number') return null;
  const viewport = (await document.getPage(pageNumber)).getViewport({ scale: 1 });
  const [, top] = viewport.convertToViewportPoint(0, height);
  return typeof top === 'number' && Number.isFinite(top) ? Math.max(0, top) : null;
}

import type { Line } from '../document-lines.ts';

const LONGEST_ENTRY = 260;
const LONGEST_PAGES = 80;

/** What a line's text shows of an entry of a contents table. */
interface Entry {
  isEntry: boolean;
  pages: string | null;
  /** The text without the pages at its end. */
  withoutPages: string;
}

const PAGES =
  /(?:[\s.…·_-]{2,}|\s|^)((?:(?:pp?\.?\s*)?(?:[A-Z]{1,2}-\s?)?\d{1,4}(?:\s*[-–—,;&]\s*|\s+(?:and|to|through)\s+)?\*{0,2}){1,12}|[ivxlc]{1,6}|n\/?a|—|–|-+)[\s.*]*$/i;

/** Whether a line looks like an entry of a contents table: a page at its end, leading dots, or a link to later text. */
export function entryOf(line: Line, rest: string): Entry {
  const plain = { isEntry: false, pages: null, withoutPages: rest };
  const lastCell = line.cells !== null && line.cells.length > 1 ? line.cells.at(-1) : undefined;
  if (lastCell !== undefined && isPages(lastCell)) {
    return { isEntry: true, pages: lastCell, withoutPages: rest.slice(0, rest.length - lastCell.length).trim() };
  }
  if (rest.length > LONGEST_ENTRY) return plain;
  const dots = /(?:\.\s?){4,}|…{2,}|_{4,}/.exec(rest);
  const pages = PAGES.exec(rest);
  if (pages?.[1] !== undefined && (dots !== null || /\d/.test(pages[1]))) {
    const isNumberInTitle =
      /(?:form|rule|december|june|march|september|\bs-|8-)\s*\S{0,3}$/i.test(rest.slice(0, pages.index + 6)) ||
      /\d-K$/i.test(rest);
    if (!isNumberInTitle) return { isEntry: true, pages: pages[1], withoutPages: rest.slice(0, pages.index).trim() };
  }
  if (dots !== null) return { ...plain, isEntry: true };
  return plain;
}

/** Whether a text names pages and nothing else. */
export function isPages(text: string): boolean {
  if (text.length > LONGEST_PAGES) return false;
  return /^(?:(?:pages?|pp?\.?)\s*)?(?:[A-Z]{1,2}-\s?)?\d{1,4}(?:\s*(?:[-–—,;&]|and|to|through)\s*(?:[A-Z]{1,2}-\s?)?\d{1,4}\*{0,3})*\*{0,3}$|^[ivxlc]{1,6}$|^n\/?a$|^[—–-]+$/i.test(
    text.trim(),
  );
}

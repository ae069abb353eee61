/** A line of a text filing: its position, and its text with tags blanked out and tabs expanded. */
export interface PlainLine {
  /** Offsets in the source, excluding the line end. */
  start: number;
  end: number;
  /** Without trailing blanks. Columns are positions in this text. */
  text: string;
  /** Column of its first character; 0 for a blank line. */
  indent: number;
  /** Source offset of its first character. */
  textStart: number;
  kind: LineKind;
  /** For a page break: the number printed at the foot of the page that it ends. */
  pageNumber: string | null;
}

/**
 * `markers`: the `<S> <C>` line under a table's caption; `rule`: only dashes, equals signs or underscores; `furniture`:
 * printed page numbers and the container's own tags.
 */
type LineKind = 'text' | 'blank' | 'rule' | 'page' | 'table_open' | 'table_close' | 'caption' | 'markers' | 'furniture';

const TAB_STOP = 8;
const MAX_ALIGNED_LINE_CHARS = 2_000;
const MAX_TAG_LINE_CHARS = 400;

/** Tags of text-era filings (EDGAR Filer Manual, "Tagging financial data and tables"). */
const TAGS = /<\/?(?:page|table|caption|s|c|fn|f\d{1,2}|text|b|i|u|r|sup|sub|center|br|p|pre)>/gi;
const CONTAINER_TAG = /^<\/?(?:document|type|sequence|filename|description|text)>/i;
const PAGE = /^\s*<\/?page>\s*\S{0,10}\s*$/i;
const MARKERS = /^\s*<s>[\s<>sc]*$/i;
const NEWLINE = /\r\n|\n|\r/g;
const RULE = /^[\s\-=_*~]{3,}$/;
/** `12`, `- 12 -`, `Page 3 of 8`, `F-3`, `iv`, `(4)`. */
const PAGE_NUMBER =
  /^(?:[-–(]\s*)?(?:page\s+)?([a-z]{1,2}-\d{1,3}|\d{1,3}|[ivxl]{1,7})(?:\s+of\s+\d{1,4})?(?:\s*[-–)]|\.)?$/i;

/** Classifies the lines of a text filing in one pass. */
export function scanPlainLines(source: string): PlainLine[] {
  const lines: PlainLine[] = [];
  let start = 0;
  for (const { index, 0: newline } of source.matchAll(NEWLINE)) {
    lines.push(readLine(source, start, index));
    start = index + newline.length;
  }
  if (start < source.length) lines.push(readLine(source, start, source.length));
  markContainer(lines, source);
  const marked = lines.filter(line => line.kind === 'page').length;
  if (marked > 0) markPageNumbers(lines);
  markBareNumbers(lines, Math.max(MIN_NUMBERED_PAGES, marked));
  return lines;
}

function readLine(source: string, start: number, end: number): PlainLine {
  const raw = source.slice(start, end);
  const kind = raw.includes('<') && raw.length < MAX_TAG_LINE_CHARS ? tagKind(raw) : null;
  const bare = kind === null && !raw.includes('<') ? raw : raw.replace(TAGS, tag => ' '.repeat(tag.length));
  const text = unescapeDashes(expandTabs(bare)).trimEnd();
  return {
    start,
    end,
    text,
    indent: text.length - text.trimStart().length,
    textStart: start + bare.length - bare.trimStart().length,
    kind: kind ?? plainKind(text, raw),
    pageNumber: null,
  };
}

function tagKind(raw: string): LineKind | null {
  if (PAGE.test(raw)) return 'page';
  if (/<table>/i.test(raw)) return 'table_open';
  if (/<\/table>/i.test(raw)) return 'table_close';
  if (MARKERS.test(raw)) return 'markers';
  if (/^\s*<caption>/i.test(raw)) return 'caption';
  return null;
}

function plainKind(text: string, raw: string): LineKind {
  if (raw.includes('\f') && text.trim() === '') return 'page';
  if (text.trim() === '') return 'blank';
  return text.length <= MAX_ALIGNED_LINE_CHARS && RULE.test(text) ? 'rule' : 'text';
}

/** Signed submissions prefix lines that start with a dash with `- ` (RFC 1421, 4.4). */
function unescapeDashes(text: string): string {
  return text.startsWith('- -') ? text.slice(2) : text;
}

function expandTabs(text: string): string {
  if (!text.includes('\t') || text.length > MAX_ALIGNED_LINE_CHARS) return text;
  return text
    .split('\t')
    .reduce((expanded, part) => expanded + ' '.repeat(TAB_STOP - (expanded.length % TAB_STOP)) + part);
}

/** Tags of the container before and after a document's text. */
function markContainer(lines: PlainLine[], source: string): void {
  const mark = (line: PlainLine): boolean => {
    if (line.kind !== 'text' && line.kind !== 'blank') return false;
    const raw = source.slice(line.start, Math.min(line.end, line.start + MAX_TAG_LINE_CHARS)).trimStart();
    if (raw !== '' && !CONTAINER_TAG.test(raw)) return false;
    if (raw !== '') line.kind = 'furniture';
    return true;
  };
  for (const line of lines) if (!mark(line)) break;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || !mark(line)) break;
  }
}

/** A page number is alone in the last line before a page break or the first after it. */
function markPageNumbers(lines: PlainLine[]): void {
  let last: PlainLine | null = null;
  let isFirstOfPage = false;
  let tables = 0;
  for (const line of lines) {
    if (line.kind === 'table_open') tables += 1;
    if (line.kind === 'table_close') tables = 0;
    if (line.kind === 'page') {
      const number = last === null ? null : pageNumberOf(last);
      if (number !== null && last !== null && tables === 0) {
        last.kind = 'furniture';
        line.pageNumber = number;
      }
      last = null;
      isFirstOfPage = true;
      continue;
    }
    if (line.kind !== 'text') continue;
    if (isFirstOfPage && pageNumberOf(line) !== null) line.kind = 'furniture';
    else last = line;
    isFirstOfPage = false;
  }
  markLastPageNumber(last, lines);
}

const MIN_NUMBERED_PAGES = 5;
/** A page may be short, but pages are this long on average. */
const MIN_PAGE_LINES = 5;
const MEAN_PAGE_LINES = 15;
/** The number of a page may be missing, but not those of many in a row. */
const MAX_PAGE_STEP = 3;
/** A number below a full line, or above one, is less likely to be a cell of a table. */
const FULL_LINE_CHARS = 40;
const BESIDE_FULL_LINE = 0.25;
const MISSING_PAGE_LOSS = 0.4;
/** Earlier places of one number that are compared. */
const MAX_PLACES = 6;

interface NumberedPage {
  line: PlainLine;
  at: number;
  score: number;
  previous: NumberedPage | null;
  length: number;
}

/**
 * Numbers that stand alone and count on through the text end the pages: the longest count does, if it has more pages than are
 * marked.
 */
function markBareNumbers(lines: readonly PlainLine[], least: number): void {
  const byPrefix = new Map<string, Map<number, NumberedPage[]>>();
  for (const [at, line] of lines.entries()) {
    const printed = line.kind === 'text' ? pageNumberOf(line) : null;
    const [, prefix, digits] = /^([a-z]{1,2}-)?(\d{1,3})$/i.exec(printed ?? '') ?? [];
    if (digits === undefined) continue;
    const key = prefix?.toUpperCase() ?? '';
    const pages = byPrefix.get(key) ?? new Map<number, NumberedPage[]>();
    byPrefix.set(key, pages);
    const number = Number(digits);
    const page = continuedPage(pages, number, at, line);
    page.score += 1 + (isFullLine(lines[at - 1]) || isFullLine(lines[at + 1]) ? BESIDE_FULL_LINE : 0);
    const same = pages.get(number);
    if (same === undefined) pages.set(number, [page]);
    else same.push(page);
  }
  for (const pages of byPrefix.values()) markCount([...pages.values()].flat(), least);
}

/** A page with the best count of pages before it. */
function continuedPage(
  pages: ReadonlyMap<number, readonly NumberedPage[]>,
  number: number,
  at: number,
  line: PlainLine,
): NumberedPage {
  let best: NumberedPage | null = null;
  let bestScore = 0;
  for (let step = 1; step <= MAX_PAGE_STEP; step += 1) {
    for (const previous of pages.get(number - step)?.slice(-MAX_PLACES) ?? []) {
      const score = previous.score - (step - 1) * MISSING_PAGE_LOSS;
      if (at - previous.at < MIN_PAGE_LINES || score <= bestScore) continue;
      [best, bestScore] = [previous, score];
    }
  }
  return { line, at, score: bestScore, previous: best, length: (best?.length ?? 0) + 1 };
}

function markCount(pages: readonly NumberedPage[], least: number): void {
  const last = pages.reduce<NumberedPage | null>((best, page) => (page.score > (best?.score ?? 0) ? page : best), null);
  if (last === null || last.length < least) return;
  const count: NumberedPage[] = [];
  for (let page: NumberedPage | null = last; page !== null; page = page.previous) count.push(page);
  const span = last.at - (count.at(-1)?.at ?? 0);
  if (span < MEAN_PAGE_LINES * (last.length - 1)) return;
  for (const { line } of count) {
    line.pageNumber = pageNumberOf(line);
    line.kind = 'page';
  }
}

function isFullLine(line: PlainLine | undefined): boolean {
  return line?.kind === 'text' && line.text.trim().length >= FULL_LINE_CHARS;
}

/** The last page ends with the text. */
function markLastPageNumber(last: PlainLine | null, lines: readonly PlainLine[]): void {
  const number = last === null ? null : pageNumberOf(last);
  if (last === null || number === null || !lines.some(line => line.kind === 'page')) return;
  last.kind = 'page';
  last.pageNumber = number;
}

function pageNumberOf(line: PlainLine): string | null {
  const text = line.text.trim();
  return text.length > 20 ? null : (PAGE_NUMBER.exec(text)?.[1] ?? null);
}

/** The source offset of a column of a line. */
export function offsetOfColumn(source: string, line: PlainLine, column: number): number {
  const raw = source.slice(line.start, line.end);
  if (!raw.includes('\t')) return Math.min(line.end, line.start + column + (raw.startsWith('- -') ? 2 : 0));
  let at = 0;
  let reached = 0;
  while (at < raw.length && reached < column) {
    reached += raw[at] === '\t' ? TAB_STOP - (reached % TAB_STOP) : 1;
    at += 1;
  }
  return line.start + at;
}

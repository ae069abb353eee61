import { appendAll, maxOf } from '../../kernel/lists.ts';
import { renderText } from './render/render-text.ts';
import type { Block, TextDocument } from './text-document.ts';

/** A part that is known by its heading in a kind of report. */
export interface KnownPart {
  key: string;
  /** Matches the whole heading in lower case without number, page, period, "continued" and bracketed text. */
  pattern: RegExp;
  /** Whether it may start after the notes, where names of statements are headings of single notes. */
  mayFollowNotes?: boolean;
  /** Whether it is a table of amounts: its name also heads the policies on it. */
  isStatement?: boolean;
}

/** A part found in a document. */
export interface PrintedPart {
  key: string;
  /** Heading as printed; empty before the first heading. */
  title: string;
  /** UTF-16 offsets in the source, end exclusive, heading excluded. */
  start: number;
  end: number;
}

interface Heading {
  part: KnownPart;
  title: string;
  start: number;
  end: number;
}

/** Key of the part that contains notes, which may have any number of headings. */
const NOTES = 'notes';
const FRONT = 'front';
const MAX_HEADING_CHARS = 120;
/** Headings with less text between them than this are entries of a table of contents or navigation. */
const MIN_CHARS_BETWEEN = 60;
const MIN_PARTS = 2;

/** PDF pages converted to HTML have no tables: every line and heading is positioned separately. */
const MIN_LINES = 100;

function isLaidOutByLine({ blocks }: TextDocument): boolean {
  return (
    !blocks.some(({ kind }) => kind === 'table') && blocks.filter(({ kind }) => kind === 'text').length > MIN_LINES
  );
}

/**
 * The parts of a document that prints each under its heading, in order; together they contain all of its text. Headings
 * repeated on each page do not start a new part. Empty if fewer than two parts have a heading, or if the document is
 * laid out line by line, like converted PDF pages, so that parts cannot be distinguished.
 */
export function findPrintedParts(document: TextDocument, known: readonly KnownPart[]): PrintedPart[] {
  if (isLaidOutByLine(document)) return [];
  const headings = beginnings(document, withoutContents(document, headingsOf(document, known)));
  if (headings.length < MIN_PARTS) return [];
  const parts = headings.map(
    ({ part, title, end }, at): PrintedPart => ({
      key: part.key,
      title,
      start: end,
      end: headings[at + 1]?.start ?? document.source.length,
    }),
  );
  const front = { key: FRONT, title: '', start: 0, end: headings[0]?.start ?? 0 };
  return hasText(document, front) ? [front, ...parts] : parts;
}

function headingsOf({ blocks }: TextDocument, known: readonly KnownPart[]): Heading[] {
  return blocks.flatMap((block, at) => {
    const text = headingText(block);
    const next = blocks[at + 1];
    // A table of contents entry with its page.
    if (text === null || (next?.kind === 'text' && /^\d{1,3}$/.test(next.text))) return [];
    const words = wordsOf(text);
    const part = known.find(({ pattern }) => pattern.test(words));
    return part === undefined ? [] : [{ part, title: titleOf(text), start: block.start, end: block.end }];
  });
}

/** A paragraph of its own, or a one-cell table, as some reports lay out their headings. */
function headingText(block: Block): string | null {
  if (block.kind === 'page') return null;
  const texts = block.kind === 'text' ? [block.text] : block.rows.flatMap(row => row.cells.map(cell => cell.text));
  const [text = '', ...others] = texts.filter(text => text.trim() !== '');
  return others.length > 0 || text.length > MAX_HEADING_CHARS ? null : text;
}

function titleOf(text: string): string {
  return text
    .replace(/\s*[([-]?\s*(?:continued|cont'?d|vervolg|fortsat|suite|fortsetzung)\.?\s*[)\]]?\s*$/i, '')
    .replace(/[\s.:·]*(?:(?<!\d)\d{1,3})?\s*$/, '')
    .trim();
}

function wordsOf(text: string): string {
  return titleOf(text)
    .toLowerCase()
    .replace(/[\u2018\u2019`´]/g, "'")
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+(?:for the (?:financial )?(?:year|period|\d)|as (?:at|of) \d|(?:year|period) ended).*$/, '')
    .replace(/^(?:[\divx]{1,4}[.)]\s*)+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Three or more headings with hardly any text between them are a list of headings. */
function withoutContents(document: TextDocument, headings: readonly Heading[]): Heading[] {
  const isClose = headings.map((heading, at) => {
    const next = headings[at + 1];
    return next !== undefined && charsBetween(document, heading.end, next.start) < MIN_CHARS_BETWEEN;
  });
  const kept: Heading[] = [];
  for (let at = 0; at < headings.length; ) {
    let last = at;
    while (isClose[last]) last++;
    // Whether the last of them is an entry too depends on the text after it: it is one if a later heading has its key.
    const run = headings.slice(at, last + 1);
    const isList = new Set(run.map(({ part }) => part.key)).size >= 3;
    const later = new Set(headings.slice(last + 1).map(({ part }) => part.key));
    appendAll(kept, isList ? run.slice(-1).filter(({ part }) => !later.has(part.key)) : run);
    at = last + 1;
  }
  return kept;
}

/** A part has more text than this under its heading; an entry in a list of parts has less. */
const MIN_CHARS = 100;
/** Text under an entry is a small fraction of the text under its heading. */
const MIN_SHARE = 0.2;

/**
 * Starts of the parts: the first heading with text under it. A repeated heading, as on each page, belongs to the part
 * that contains it.
 */
function beginnings(document: TextDocument, headings: readonly Heading[]): Heading[] {
  const ends = new Map(headings.map((heading, at) => [heading, headings[at + 1]?.start ?? document.source.length]));
  const endUnder = (heading: Heading): number => ends.get(heading) ?? heading.end;
  const endOfPart = (heading: Heading): number =>
    headings.find(next => next.start >= heading.end && next.part !== heading.part)?.start ?? document.source.length;
  const chars = new Map(headings.map(heading => [heading, charsBetween(document, heading.end, endUnder(heading))]));
  const charsUnder = (heading: Heading): number => chars.get(heading) ?? 0;
  const first = new Set<Heading>();
  for (const ofPart of Map.groupBy(headings, ({ part }) => part.key).values()) {
    const most = maxOf(ofPart.map(charsUnder));
    const started = ofPart.find(
      heading =>
        charsUnder(heading) >= Math.max(MIN_CHARS, MIN_SHARE * most) &&
        (heading.part.isStatement !== true || hasAmounts(document, heading.end, endOfPart(heading))),
    );
    if (started !== undefined) first.add(started);
  }
  const started: Heading[] = [];
  for (const heading of headings.filter(heading => first.has(heading))) {
    const isInNotes = started.at(-1)?.part.key === NOTES;
    if (!isInNotes || heading.part.mayFollowNotes === true) started.push(heading);
  }
  return started;
}

const STATEMENT_SOURCE_CHARS = 40_000;
const STATEMENT_CHARS = 1_500;
const MIN_AMOUNTS = 8;

function hasAmounts(document: TextDocument, start: number, end: number): boolean {
  const text = renderText(document, start, Math.min(end, start + STATEMENT_SOURCE_CHARS)).slice(0, STATEMENT_CHARS);
  return (text.match(/\d[\d.,]*/g) ?? []).length >= MIN_AMOUNTS;
}

function charsBetween(document: TextDocument, start: number, end: number): number {
  return end <= start ? 0 : renderText(document, start, end).trim().length;
}

function hasText(document: TextDocument, { start, end }: PrintedPart): boolean {
  return charsBetween(document, start, end) > 0;
}

/** A sentence, or a clause of a very long sentence, with its offsets in the text. */
export interface Sentence {
  /** The text as written, trimmed. */
  quote: string;
  /** The quote with white space collapsed to single spaces; rules read this. */
  text: string;
  /** UTF-16 offsets in the text, end exclusive. */
  start: number;
  end: number;
  /** The words that introduce the list item that the sentence belongs to: `Factors that could hurt us include:`. Null outside of lists. */
  leadIn: string | null;
  /** The sentence before it in the text, for pronouns; null for the first. */
  previous: Sentence | null;
}

/** Longer sentences are skipped. */
const MAX_READ_CHARS = 1_500;
/** Longer sentences are divided at semicolons. */
const MAX_WHOLE_CHARS = 700;

const ABBREVIATION =
  /(?:^|[\s(“"])(?:(?:\p{L}\.)*\p{L}|Inc|Corp|Co|Cos|Ltd|No|Nos|Mr|Mrs|Ms|Messrs|Mses|Dr|Prof|Hon|St|Jr|Sr|vs|etc|approx|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|Bros|Mfg|Intl|Dept|Gov|Art|Sec|Fig|rel|al)$/u;
const BEGINS_SENTENCE =
  /^[“"]?(?:The|We|Our|In|As|These|This|Those|During|For|No|None|Sales|If|Under|At|It|Its|On|Such|However|Although|While|Each|Certain|There|They|Revenues?|Net|Approximately|To|All|Any|When|Because|Many|Some|Other|An?|Of|From|With|Additionally|Furthermore|Both|One|Two|Three)\b/;

/**
 * Divides a section's text into sentences. The full stop of an abbreviation (`Inc.`, `U.S.`) ends a sentence only if the next
 * word typically starts one. Table rows are skipped.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const known = kept.get(text)?.deref();
  if (known !== undefined) return known;
  const sentences = divide(text);
  if (text.length >= LEAST_KEPT_CHARS) {
    kept.set(text, new WeakRef(sentences));
    collected.register(sentences, text);
  }
  return sentences;
}

/** Shorter texts are divided again. */
const LEAST_KEPT_CHARS = 2_000;
/** Subjects that read a text in the same turn share its sentences, and with them their parse. */
const kept = new Map<string, WeakRef<readonly Sentence[]>>();
const collected = new FinalizationRegistry<string>(text => {
  if (kept.get(text)?.deref() === undefined) kept.delete(text);
});

function divide(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let leadIn: string | null = null;
  for (const paragraph of paragraphsOf(text).flatMap(listItemsOf)) {
    const index = text.indexOf(paragraph, from);
    from = index + paragraph.length;
    if (paragraph.includes(' | ')) continue;
    if (leadIn !== null && !LIST_ITEM.test(paragraph)) leadIn = null;
    for (const [start, end] of sentenceEnds(paragraph))
      addSentence(sentences, text, index + start, index + end, leadIn);
    if (/:\s*$/.test(paragraph.slice(-4))) leadIn = sentences.at(-1)?.text ?? null;
  }
  return sentences;
}

/** A bullet, or a number or letter in parentheses or before a full stop. */
const LIST_ITEM = /^\s*(?:[•·●▪◦‣]|[*–—-]\s|\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})[.)]\s)/;

const BULLET = /[•·●▪◦‣]/;

/** Splits a paragraph at lines that start with a bullet. */
function listItemsOf(paragraph: string): string[] {
  return paragraph.includes(' | ') || !BULLET.test(paragraph)
    ? [paragraph]
    : paragraph.split(/\n(?=[^\S\n]*[•·●▪◦‣][^\S\n]*\S)/);
}

/** A row of a table, read as a statement. Offsets are in the text, end exclusive. */
export interface TableRow {
  /** `cells[0]` is the label of the row. */
  cells: readonly Cell[];
  /** The cells of the first row of the table; empty for the first row itself. */
  header: readonly Cell[];
  /** The paragraph before the table; null if the text starts with the table. */
  caption: string | null;
  /** The place of the table among those of the text. */
  table: number;
}

export interface Cell {
  text: string;
  start: number;
  end: number;
}

/** Returns the rows of the tables in a section's text: lines with ` | ` between cells. */
export function readTableRows(text: string): TableRow[] {
  const rows: TableRow[] = [];
  let from = 0;
  let caption: string | null = null;
  let table = -1;
  for (const paragraph of paragraphsOf(text)) {
    const index = text.indexOf(paragraph, from);
    from = index + paragraph.length;
    if (!paragraph.includes(' | ')) {
      caption = paragraph.trim().replace(/\s+/g, ' ');
      continue;
    }
    table++;
    let header: readonly Cell[] = [];
    let start = index;
    for (const line of paragraph.split('\n')) {
      const cells = cellsOf(line, start);
      start += line.length + 1;
      if (cells.length === 0) continue;
      rows.push({ cells, header, caption, table });
      if (header.length === 0) header = cells;
    }
  }
  return rows;
}

function cellsOf(line: string, start: number): Cell[] {
  const cells: Cell[] = [];
  let at = start;
  for (const part of line.split('|')) {
    const text = part.trim();
    const cellStart = at + (part.length - part.trimStart().length);
    cells.push({ text, start: cellStart, end: cellStart + text.length });
    at += part.length + 1;
  }
  return cells.some(cell => cell.text !== '') ? cells : [];
}

/** Splits a text at empty lines. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n[^\S\n]*\n/).filter(paragraph => paragraph.trim() !== '');
}

const MONTH =
  '(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|March|Mar\\.|April|Apr\\.|May|June|July|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
/** `OSLO, June 3, 2014 /Wire/ -- `: the place and day of a release. */
const DATELINE = new RegExp(
  `\\b${MONTH}\\s\\d{1,2},?\\s(?:19|20)\\d\\d\\s{0,3}(?:\\([^()]{1,40}\\)|/[^/\\n]{1,40}/)?\\s{0,3}(?:-{1,2}|[–—]|\\.{3})\\s{0,3}(?=["“]?\\p{Lu})`,
  'u',
);
/** `2014 Plan - On June 3`: a heading before its paragraph. */
const RUN_IN_HEADING = /^[^.;:\n]{3,80}?\s(?:-{1,2}|[–—])\s(?=\p{Lu})/u;
const MAX_DATELINE_AT = 400;

/** The end of a dateline or of a heading before the first sentence of a paragraph; 0 if there is none. */
function endOfLead(paragraph: string): number {
  const head = paragraph.slice(0, MAX_DATELINE_AT);
  const dateline = DATELINE.exec(head);
  if (dateline !== null) return dateline.index + dateline[0].length;
  const heading = RUN_IN_HEADING.exec(head)?.[0].length ?? 0;
  return heading > 0 && BEGINS_SENTENCE.test(paragraph.slice(heading, heading + 40)) ? heading : 0;
}

function sentenceEnds(paragraph: string): [start: number, end: number][] {
  const places: [number, number][] = [];
  let start = endOfLead(paragraph);
  if (start > 0) places.push([0, start]);
  for (const { index, 0: stop } of paragraph.matchAll(/[.!?][”"’')]*(?=\s)/g)) {
    const end = index + stop.length;
    const after = paragraph.slice(end, end + 40).trimStart();
    if (!/^[“"‘'(•–—]*[\p{Lu}\p{N}]/u.test(after)) continue;
    const before = paragraph.slice(Math.max(start, index - 12), index);
    if (stop.startsWith('.') && ABBREVIATION.test(before) && !BEGINS_SENTENCE.test(after)) continue;
    places.push([start, end]);
    start = end;
  }
  places.push([start, paragraph.length]);
  return places;
}

function addSentence(sentences: Sentence[], text: string, start: number, end: number, leadIn: string | null): void {
  if (end - start <= MAX_WHOLE_CHARS || !text.slice(start, end).includes(';')) {
    addPiece(sentences, text, start, end, leadIn);
    return;
  }
  // The first clause of a divided sentence introduces the others: `if (a) …; (b) …`.
  let from = start;
  let first = leadIn;
  for (const { index } of text.slice(start, end).matchAll(/;/g)) {
    addPiece(sentences, text, from, start + index, first);
    first ??= text.slice(from, Math.min(start + index, from + MAX_READ_CHARS)).replace(/\s+/g, ' ');
    from = start + index + 1;
  }
  addPiece(sentences, text, from, end, first);
}

function addPiece(sentences: Sentence[], text: string, from: number, to: number, leadIn: string | null): void {
  const raw = text.slice(from, to);
  const quote = raw.trim();
  if (quote.length === 0 || quote.length > MAX_READ_CHARS) return;
  const start = from + raw.indexOf(quote);
  sentences.push({
    quote,
    text: quote.replace(/\s+/g, ' '),
    start,
    end: start + quote.length,
    leadIn,
    previous: sentences.at(-1) ?? null,
  });
}

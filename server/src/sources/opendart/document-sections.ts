import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../formats/html-text/parse-html.ts';
import { renderMarkdown } from '../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../formats/html-text/render/render-text.ts';
import type { TextDocument } from '../../formats/html-text/text-document.ts';
import { catalogueKey } from './section-keys.ts';

/** A heading of a document: `TITLE` of a `SECTION-n`. Offsets in the source, end exclusive. */
interface Heading {
  title: string;
  level: number;
  start: number;
  end: number;
}

/** More parts than any report has; the rest is text of the last one. */
const MOST_SECTIONS = 2_000;

/**
 * The parts of a document in DART XML (dart3.xsd, dart4.xsd): one for each innermost titled section of the first two
 * levels, and notes with their section. A divided chapter holds only the text before its first
 * section; if there is none it refers to the section. A page of HTML, such as a disclosure of the exchange, is one part.
 */
export function splitDocument(source: string, document: string, fallbackTitle: string): FilingText {
  const isDart = /<DOCUMENT[\s>]/.test(source.slice(0, 4_096));
  const text = parseHtml(isDart ? asHtml(source) : source);
  const titled = isDart ? readHeadings(source) : [];
  const headings = withCover(text, source, titled);
  if (headings.length === 0) return wholeDocument(text, source, document, fallbackTitle, isDart);
  const bodyEnd = endOfBody(source);
  const keys = new Set<string>();
  const sections = headings.map((heading, at): FilingSection => {
    const next = headings[at + 1];
    const end = next?.start ?? bodyEnd;
    const body = contentOf(text, heading.end, end);
    const isDivided = next !== undefined && next.level > heading.level && body.text === '';
    return {
      ...sectionBase(heading.title, keyOf(heading, headings, keys), at + 1, document),
      status: isDivided ? 'by_reference' : body.text === '' ? 'reserved_or_na' : 'found',
      target: isDivided ? { kind: 'heading', locator: next.title, filingId: null } : null,
      start: heading.end,
      end,
      ...body,
    };
  });
  return { status: 'found', reason: null, sections };
}

/** The text before the first title, if there is any. */
function withCover(text: TextDocument, source: string, headings: readonly Heading[]): Heading[] {
  const [first] = headings;
  const start = Math.max(0, source.search(/<BODY[\s>]/));
  if (first === undefined || renderText(text, start, first.start).trim() === '') return [...headings];
  return [{ title: COVER, level: 1, start, end: start }, ...headings];
}

/** How the registry calls the page before the contents. */
const COVER = '표지';

function contentOf(text: TextDocument, start: number, end: number): Pick<FilingSection, 'text' | 'markdown' | 'html'> {
  return {
    text: renderText(text, start, end).trim(),
    markdown: renderMarkdown(text, start, end),
    html: renderSafeHtml(text, start, end),
  };
}

function sectionBase(title: string, sectionKey: string, order: number, document: string) {
  return {
    sectionKey,
    title,
    order,
    confidence: 1,
    warnings: [],
    sharedWith: [],
    isFurnished: null,
    document,
    resolvedFrom: null,
  };
}

function wholeDocument(
  text: TextDocument,
  source: string,
  document: string,
  title: string,
  isDart: boolean,
): FilingText {
  const start = isDart ? Math.max(0, source.search(/<BODY[\s>]/)) : 0;
  const end = isDart ? endOfBody(source) : source.length;
  const body = contentOf(text, start, end);
  if (body.text === '') {
    return withoutSections('The document has neither titled sections nor text.');
  }
  const base = sectionBase(title, 'document', 1, document);
  return { status: 'found', reason: null, sections: [{ ...base, status: 'found', target: null, start, end, ...body }] };
}

function endOfBody(source: string): number {
  const end = source.lastIndexOf('</BODY>');
  return end < 0 ? source.length : end;
}

const PART = /<(\/?)(SECTION-[1-9]|TABLE-GROUP|COVER|CORRECTION|TITLE)(?=[\s>])([^<>]{0,2000})>/g;

/** A correction before a report is a separate part. */
function levelOf(element: string): number {
  return element === 'CORRECTION' ? 1 : Number(/^SECTION-(\d)$/.exec(element)?.[1] ?? 0);
}

/** Titles of sections of levels 1 and 2; titles of table groups are headings inside a section. */
function readHeadings(source: string): Heading[] {
  const headings: Heading[] = [];
  const open: string[] = [];
  let section = { start: 0, end: 0 };
  PART.lastIndex = 0;
  for (let match = PART.exec(source); match !== null && headings.length < MOST_SECTIONS; match = PART.exec(source)) {
    const [whole, slash, name = '', attributes = ''] = match;
    if (attributes.endsWith('/')) continue;
    if (name !== 'TITLE') {
      track(open, name, slash === '');
      section = { start: match.index, end: match.index + whole.length };
      continue;
    }
    const level = levelOf(open.at(-1) ?? '');
    if (slash !== '' || level < 1 || level > 2) continue;
    const contentStart = match.index + whole.length;
    const reach = source.slice(contentStart, contentStart + LONGEST_TITLE);
    const close = reach.indexOf('</TITLE>');
    const title = close < 0 ? '' : titleText(reach.slice(0, close));
    const end = contentStart + close + '</TITLE>'.length;
    // The section begins with its own tag, if only blanks follow.
    const start = isBlank(source, section.end, match.index) ? section.start : match.index;
    if (title !== '') headings.push({ title, level, start, end });
  }
  return headings;
}

function isBlank(source: string, start: number, end: number): boolean {
  return end - start < 1_000 && source.slice(start, end).trim() === '';
}

const LONGEST_TITLE = 5_000;
const DEEPEST = 100;

/** Tracks open elements; an end tag closes the elements inside its element. */
function track(open: string[], name: string, isStart: boolean): void {
  if (isStart) {
    if (open.length < DEEPEST) open.push(name);
    return;
  }
  const at = open.lastIndexOf(name);
  if (at >= 0) open.splice(at);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  cr: ' ',
  nbsp: ' ',
};

function titleText(markup: string): string {
  return markup
    .replace(/<[^<>]{0,2000}>/g, '')
    .replace(/&(amp|lt|gt|quot|apos|cr|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The catalogue's key, else one of the section's place; keys are unique within a document. */
function keyOf(heading: Heading, headings: readonly Heading[], taken: Set<string>): string {
  const key = catalogueKey(heading.title) ?? placeOf(heading, headings);
  let free = key;
  for (let number = 2; taken.has(free); number++) free = `${key}_${number}`;
  taken.add(free);
  return free;
}

/** Optional parts before the first chapter are not counted, so that an amendment has the keys of its report. */
const FRONT = /^(?:cover|correction)$/;

/** `chapter_2.section_3`: chapters in order, sections within theirs. */
function placeOf(heading: Heading, headings: readonly Heading[]): string {
  const before = headings.slice(0, headings.indexOf(heading) + 1);
  const chapter = before.filter(one => one.level === 1 && !FRONT.test(catalogueKey(one.title) ?? '')).length;
  if (heading.level === 1) return `chapter_${chapter}`;
  const chapterAt = before.findLastIndex(one => one.level === 1);
  return `chapter_${chapter}.section_${before.slice(chapterAt + 1).length}`;
}

/** The registry's own elements and their HTML substitutes, which have the same length, so that offsets are valid. */
const SHOWN_AS: readonly [RegExp, string][] = [
  [/<TE(?=[\s>/])/g, '<TD'],
  [/<\/TE>/g, '</TD>'],
  [/<TU(?=[\s>/])/g, '<TD'],
  [/<\/TU>/g, '</TD>'],
  [/<TITLE(?=[\s>])/g, '<H3   '],
  [/<\/TITLE>/g, '</H3   >'],
  [/<COVER-TITLE(?=[\s>])/g, '<H2         '],
  [/<\/COVER-TITLE>/g, '</H2         >'],
  [/<IMG-CAPTION(?=[\s>])/g, '<DIV        '],
  [/<\/IMG-CAPTION>/g, '</DIV        >'],
  [/&cr;/g, '<br>'],
];

/** The markup in HTML's words. Names of picture files are no text. */
function asHtml(source: string): string {
  const shown = SHOWN_AS.reduce((text, [pattern, as]) => text.replace(pattern, as), source);
  return shown.replace(/<IMG>[^<]{0,500}<\/IMG>/g, name => ' '.repeat(name.length));
}

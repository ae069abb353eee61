import {
  type FilingSection,
  type FilingText,
  withoutSections,
} from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { renderMarkdown } from '../../../formats/html-text/render/render-markdown.ts';
import { renderSafeHtml } from '../../../formats/html-text/render/render-safe-html.ts';
import { renderText } from '../../../formats/html-text/render/render-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { tablesOf } from '../../kit/sections/document-tables.ts';

/**
 * Keys of the parts of periodic reports (사업보고서, 반기보고서, 분기보고서: Regulation on Securities Issuance and Disclosure,
 * form of the annual report) by their titles without number and blanks, across the forms of the years.
 */
const SECTION_KEYS: readonly [RegExp, string][] = [
  [/^표지$/, 'cover'],
  [/^정정신고/, 'correction'],
  [/^대표이사등의확인/, 'certification'],
  [/^회사의개요$/, 'company_overview'],
  [/^회사의연혁/, 'history'],
  [/^자본금변동/, 'capital_changes'],
  [/^주식의총수/, 'total_shares'],
  [/^의결권현황/, 'voting_rights'],
  [/^정관에관한사항/, 'articles_of_incorporation'],
  [/^사업의내용/, 'business'],
  [/^사업의개요/, 'business_overview'],
  [/^주요제품/, 'products_and_services'],
  [/^원재료및생산설비/, 'raw_materials_and_facilities'],
  [/^매출및수주/, 'sales_and_orders'],
  [/^위험관리및파생거래/, 'risk_management'],
  [/^주요계약및연구개발/, 'contracts_and_research'],
  [/^기타참고사항/, 'other_reference'],
  [/^재무에관한사항/, 'financial_information'],
  [/^요약재무정보/, 'summary_financials'],
  [/^연결재무제표주석/, 'consolidated_notes'],
  [/^연결재무제표/, 'consolidated_statements'],
  [/^재무제표주석/, 'separate_notes'],
  [/^재무제표/, 'separate_statements'],
  [/^배당에관한사항/, 'dividends'],
  [/^증권의발행을통한자금조달/, 'securities_issuance'],
  [/^기타재무에관한사항/, 'other_financial_information'],
  [/^이사의경영진단및분석의견/, 'management_discussion'],
  [/^(?:회계감사인의감사의견|감사인의감사의견)/, 'auditor_opinion'],
  [/^외부감사에관한사항/, 'external_audit'],
  [/^내부통제에관한사항/, 'internal_control'],
  [/^이사회등회사의기관/, 'governance'],
  [/^이사회에관한사항/, 'board_of_directors'],
  [/^감사제도에관한사항/, 'audit_committee'],
  [/^주주총회등에관한사항/, 'shareholder_meetings'],
  [/^주주에관한사항/, 'shareholders'],
  [/^임원및직원등에관한사항/, 'officers_and_employees'],
  [/^임원및직원(?:등)?의현황/, 'officers_and_employees_status'],
  [/^임원의보수/, 'officer_pay'],
  [/^계열회사등에관한사항/, 'affiliates'],
  [/^(?:대주주등과의거래내용|이해관계자와의거래내용)/, 'related_party_transactions'],
  [/^그밖에투자자보호/, 'investor_protection'],
  [/^공시내용진행/, 'disclosure_progress'],
  [/^우발부채등에관한사항/, 'contingent_liabilities'],
  [/^제재등과관련된사항/, 'sanctions'],
  [/^작성기준일이후/, 'subsequent_events'],
  [/^상세표/, 'detailed_tables'],
  [/^연결대상종속회사현황/, 'consolidated_subsidiaries'],
  [/^계열회사현황/, 'affiliates_list'],
  [/^타법인출자현황/, 'equity_investments'],
  [/^독립된감사인의(?:감사|검토)보고서/, 'auditor_report'],
  [/^\(첨부\)연결재무제표/, 'consolidated_statements'],
  [/^\(첨부\)재무제표/, 'separate_statements'],
  [/^주석$/, 'notes'],
  [/^(?:독립된감사인의)?내부회계관리제도/, 'internal_accounting_control'],
  [/^외부감사실시내용/, 'audit_activities'],
  [/^전문가의확인/, 'expert_confirmation'],
];

/** A heading of a document: `TITLE` of a `SECTION-n`. Offsets in the source, end exclusive. */
interface Heading {
  title: string;
  level: number;
  start: number;
  end: number;
}

/** More parts than any report has; the rest is text of the last one. */
const MAX_SECTIONS = 2_000;

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
      status: isDivided ? 'by_reference' : body.text === '' ? 'partial' : 'found',
      target: isDivided ? { kind: 'heading', locator: next.title, filingId: null } : null,
      start: heading.end,
      end,
      ...body,
    };
  });
  return { status: 'found', reason: null, sections, tables: tablesOf(text, document) };
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
  const sections: FilingSection[] = [{ ...base, status: 'found', target: null, start, end, ...body }];
  return { status: 'found', reason: null, sections, tables: tablesOf(text, document) };
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
  for (let match = PART.exec(source); match !== null && headings.length < MAX_SECTIONS; match = PART.exec(source)) {
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
  const chapter = before.filter(
    candidate => candidate.level === 1 && !FRONT.test(catalogueKey(candidate.title) ?? ''),
  ).length;
  if (heading.level === 1) return `chapter_${chapter}`;
  const chapterAt = before.findLastIndex(candidate => candidate.level === 1);
  return `chapter_${chapter}.section_${before.slice(chapterAt + 1).length}`;
}

/** A title's words alone: `II. 사업의 내용` → `사업의내용`, `【 전문가의 확인 】` → `전문가의확인`. */
function wordsOfTitle(title: string): string {
  return title.replace(/[\s【】[\]]+/g, '').replace(/^(?:[IVXⅠ-Ⅻ]+|\d{1,2}(?:-\d{1,2})?|[가-하])[.．]/, '');
}

/** The key of a title; null if the catalogue has none. */
function catalogueKey(title: string): string | null {
  const words = wordsOfTitle(title);
  return SECTION_KEYS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
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

/** The markup in HTML's words, of the same length. Names of picture files are no text. */
export function asHtml(source: string): string {
  const shown = SHOWN_AS.reduce((text, [pattern, as]) => text.replace(pattern, as), source);
  return shown.replace(/<IMG>[^<]{0,500}<\/IMG>/g, name => ' '.repeat(name.length));
}

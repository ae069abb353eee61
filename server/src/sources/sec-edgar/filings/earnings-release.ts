import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { type ReportLine, reportLinesOf } from '../sections/current-report/lines.ts';
import { baseForm } from './form-categories.ts';

/** A document of a filing among which the release is looked for. */
export interface ReleaseDocument {
  fileName: string;
  /** As the registry types it: `EX-99.1`. */
  nativeType: string;
  /** The filer's description; null if the container states none. */
  title: string | null;
  text: TextDocument;
}

/** The document in which an issuer publishes the results of a period. */
export interface EarningsRelease {
  fileName: string;
  /** `EX-99.1`. */
  exhibit: string;
  /** Its headline, as printed; null if no line of its beginning is one. */
  title: string | null;
}

const HEAD_LINES = 25;
const FIRST_PAGE_CHARACTERS = 6_000;
const LONGEST_HEADLINE = 260;
/** The lowest score of a release: under an item on results, and on a form without such an item. */
const MIN_UNDER_ITEM = 2;
const MIN_WITHOUT_ITEM = 7;

/**
 * Finds the earnings release among the documents of a current report: an exhibit 99 of an 8-K with item 2.02 (12 before
 * 2004-08-23), or of a 6-K whose exhibit clearly contains results. Of several it is the one whose headline and first page
 * are most about results, as opposed to slides, a data sheet or remarks. Null if there is none: it is never guessed.
 */
export function findEarningsRelease(
  formType: string,
  itemCodes: readonly string[],
  documents: readonly ReleaseDocument[],
): EarningsRelease | null {
  const least = leastScore(formType, itemCodes);
  if (least === null) return null;
  const scored = documents
    .filter(({ nativeType }) => /^EX-99(?:\.|$)/i.test(nativeType))
    .map(document => ({ document, score: scoreOf(document) }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || exhibitNumber(a.document) - exhibitNumber(b.document));
  const best = scored[0]?.document;
  return best === undefined
    ? null
    : { fileName: best.fileName, exhibit: best.nativeType.toUpperCase(), title: headlineOf(best) };
}

function leastScore(formType: string, itemCodes: readonly string[]): number | null {
  const form = baseForm(formType);
  if (form === '6-K') return MIN_WITHOUT_ITEM;
  if (!form.startsWith('8-K')) return null;
  return itemCodes.includes('2.02') || itemCodes.includes('12') ? MIN_UNDER_ITEM : null;
}

/** `EX-99.1` → 99.1; `EX-99` → 99. */
function exhibitNumber({ nativeType }: ReleaseDocument): number {
  return Number(/\d+(?:\.\d+)?/.exec(nativeType)?.[0] ?? 0);
}

const HEADLINE =
  /\b(?:results|earnings|(?:net )?(?:income|loss|sales|revenues?|profits?|profitability)|ebitda|ffo|cash flow|performance)\b/i;
const PERIOD =
  /\b(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ]?(?:fiscal )?(?:quarter|half)|q[1-4]|[1-4]q(?:\d\d)?|h[12]|quarter(?:ly)?|half[- ]year|(?:six|nine|three|twelve) months|year[- ]end|full[- ]year|annual|fiscal|interim|(?:19|20)\d\d)\b/i;
const ANNOUNCES = /\b(?:reports?|announces?|posts?|delivers?|releases?|achieves?|records?|results)\b/i;
const RESULTS = /\b(?:results|earnings(?! per))\b/i;
const OTHER_MATTER =
  /\b(?:dividends?|repurchase|buy-?back|annual (?:general )?meeting|appoints?|acqui(?:res?|sition)|merger|offering|conference call (?:notice|invitation)|to (?:announce|report|release|host|hold)|date of|schedules?|postpone(?:s|d|ment)?|restate(?:s|d|ment)?)\b/i;
const COMPANION =
  /\b(?:presentation|slides?|supplement(?:al|ary)?|data ?sheet|fact ?(?:sheet|book)|script|transcript|remarks|infographic|shareholder letter|letter to (?:share|stock)holders|key metrics|trending schedules?)\b/i;
const FIGURES: readonly RegExp[] = [
  /\bnet (?:income|loss|earnings|profit)/i,
  /\bper (?:diluted |common |basic )*share|\beps\b/i,
  /\brevenues?\b|\bnet sales\b/i,
  /\b(?:quarter|months|weeks|year|period) ended\b|\b(?:first|second|third|fourth)[- ]quarter\b/i,
  /\boperating (?:income|profit|loss|margin)|\bgross (?:margin|profit)|\bebitda\b/i,
  /\b(?:compared (?:to|with)|year[- ]over[- ]year|from the (?:prior|same|year-ago))/i,
];
const MAX_FOR_FIGURES = 4;
const MIN_FIGURES = 3;

function scoreOf(document: ReleaseDocument): number {
  const lines = reportLinesOf(document.text);
  const head = lines.slice(0, HEAD_LINES).map(line => line.text);
  const isHeadline = lines.slice(0, HEAD_LINES).some(isResultsHeadline);
  const named = `${document.title ?? ''} ${head.slice(0, 6).join(' ').slice(0, 500)}`;
  const firstPage = firstPageOf(lines);
  const figures = FIGURES.filter(pattern => pattern.test(firstPage)).length;
  const byHeadline = isHeadline ? 4 : 0;
  if (!isHeadline && figures < MIN_FIGURES) return 0;
  const byCompanion = COMPANION.test(named) ? -4 : 0;
  const byNumber = /^EX-99(?:\.0?1)?$/i.test(document.nativeType) ? 1 : 0;
  return byHeadline + byCompanion + byNumber + Math.min(MAX_FOR_FIGURES, figures);
}

function firstPageOf(lines: readonly ReportLine[]): string {
  let page = '';
  for (const { text } of lines) {
    if (page.length >= FIRST_PAGE_CHARACTERS) break;
    page += `${text}\n`;
  }
  return page;
}

function isResultsHeadline(line: ReportLine): boolean {
  const { text } = line;
  if (text.length > LONGEST_HEADLINE || !HEADLINE.test(text) || isSentence(line)) return false;
  if (OTHER_MATTER.test(text) || COMPANION.test(text)) return false;
  return ANNOUNCES.test(text) || (RESULTS.test(text) && PERIOD.test(text));
}

const NO_HEADLINE =
  /^(?:exhibit\b|ex-99|contacts?\b|for (?:immediate )?release|(?:news|press|earnings) release\b.{0,12}$|media\b|investors?\b|table of contents|unaudited|\(?in (?:thousands|millions)|www\.|https?:|page \d)|@|\(\d{3}\)\s?\d{3}/i;

/** The first line of its beginning about results, with the lines that continue it. */
function headlineOf({ text }: ReleaseDocument): string | null {
  const lines = reportLinesOf(text).slice(0, HEAD_LINES);
  const at = lines.findIndex(line => !NO_HEADLINE.test(line.text) && isResultsHeadline(line));
  const first = lines[at];
  if (first === undefined) return null;
  const second = lines[at + 1];
  const goesOn = second?.isContinuation && first.isStyled && second.isStyled && isCutOff(first.text, second.text);
  return goesOn ? `${first.text} ${second.text}` : first.text;
}

/** Running text, which begins with its place and date or ends with a full stop. */
function isSentence({ text, isStyled }: ReportLine): boolean {
  return /[.;]$/.test(text) && (text.length > 120 || !isStyled);
}

function isCutOff(first: string, second: string): boolean {
  return /(?:,|\b(?:and|of|for|the|in|with|to|its|a))$/i.test(first) || /^[a-z]/.test(second);
}

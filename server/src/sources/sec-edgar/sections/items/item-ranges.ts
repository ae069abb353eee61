import { appendAll } from '../../../../kernel/lists.ts';
import { isCapitals, isEmphasised, type Line } from '../document-lines.ts';
import type { ChosenHeading } from '../headings/choose-headings.ts';
import type { Candidate } from '../headings/heading-candidates.ts';
import { partHeadingOf } from '../headings/item-numbers.ts';
import type { CatalogueItem, ItemForm } from '../item-catalogue.ts';
import {
  endsReport,
  isPlainOfficers,
  isSignatureSentence,
  repeatsTitle,
  type UnnumberedKey,
  unnumberedKeyOf,
} from '../tail-sections.ts';
import { matchTitle, titleKey } from '../title-match.ts';

/** The lines that an item, or an unnumbered part, takes up. */
export interface ItemRange {
  items: CatalogueItem[];
  /** Set if the part has no number. */
  unnumbered: UnnumberedKey | null;
  heading: Candidate | null;
  isInOrder: boolean;
  /** The last line of the heading, and where in it the text begins. */
  headingLine: number;
  textIndex: number;
  /** First line that no longer belongs to it. */
  endLine: number;
}

const ON_SCHEDULES = /^on (?:consolidated )?financial statement schedules?$/i;
const ITEM_NUMBER = /^item\s+(\d{1,2}[a-k]?)\b(?!\()/i;
const LINK_BACK = /^(?:back to |return to )?(?:the )?table of contents$/i;
/** The form and its period, at the top of a page on which a part begins. */
const FORM_AND_PERIOD =
  /^(?:form\s+10-?[kq]\W*)?for the (?:fiscal |quarterly )?(?:year|quarter|period)s? ended\s+\w+\s+\d{1,2},\s+\d{4}$|^form\s+10-?[kq]$/i;
/** The number of a part in front of an item's heading. */
const ROMAN_ALONE = /^(?:I{1,3}|IV)\W*$/;
const ITEM_NUMBER_ALONE = /^item\s+\d{1,2}[a-k]?\W*$/i;
const MIN_TITLE_SIMILARITY = 0.9;
const LONGEST_MARKS = 4;
const LONGEST_REPEATED_HEADING = 240;
const MIN_STATEMENTS_CHARS = 8_000;
const MIN_STATEMENT_ROWS = 4;
const MIN_ROWS_OF_CONTENTS = 4;
/** Maximum distance of a statement's title above its table. */
const LINES_OF_A_STATEMENT_HEAD = 8;

const INDEX_OF_STATEMENTS = /^index to/i;
const REPORT = /^reports? of|report$/i;
const ADDRESSES_OF_A_REPORT = /\bwe have audited\b|\bto the (?:board|share|stock|members|partners|directors)/i;

/** The lines of each chosen item up to the next heading, part or end, and the unnumbered parts between and after them. */
export function rangesOf(
  lines: readonly Line[],
  chosen: readonly ChosenHeading[],
  form: ItemForm,
  isContentsLine: (line: number) => boolean,
): ItemRange[] {
  const ranges: ItemRange[] = [];
  for (const [index, heading] of chosen.entries()) {
    const next = chosen[index + 1]?.candidate.line ?? lines.length;
    const range = skipRepeatedHeading(lines, openRange(heading, next));
    const found = findEnd(lines, range, next === lines.length, form, isContentsLine);
    const end = withoutAnnouncements(lines, range, found);
    range.endLine = end;
    ranges.push(range);
    appendAll(ranges, unnumberedWithin(lines, range, form));
    if (next === lines.length) appendAll(ranges, tailOf(lines, end));
    else if (end < next) appendAll(ranges, tailOf(lines.slice(0, next), end));
  }
  return withoutDoubles(ranges);
}

function openRange({ candidate, isInOrder }: ChosenHeading, endLine: number): ItemRange {
  return {
    items: candidate.items,
    unnumbered: null,
    heading: candidate,
    isInOrder,
    headingLine: candidate.lastLine,
    textIndex: candidate.textIndex,
    endLine,
  };
}

/** A running header of the item, or its repeated title, may be between the heading and the text. */
function skipRepeatedHeading(lines: readonly Line[], range: ItemRange): ItemRange {
  const heading = range.heading === null ? lines[range.headingLine] : lines[range.heading.line];
  let { headingLine, textIndex } = range;
  while (headingLine + 1 < range.endLine && textIndex >= (lines[headingLine]?.text.length ?? 0)) {
    const next = lines[headingLine + 1];
    const above = lines[headingLine];
    if (heading === undefined || above === undefined || next === undefined) break;
    if (!belongsToHeading(range, heading, above, next)) break;
    headingLine += 1;
    textIndex = next.text.length;
  }
  return { ...range, headingLine, textIndex };
}

function belongsToHeading(range: ItemRange, heading: Line, above: Line, next: Line): boolean {
  if (titleKey(next.text) === titleKey(heading.text) || LINK_BACK.test(next.text)) return true;
  if (range.unnumbered !== null) {
    const isRepeated = repeatsTitle(next.text, range.unnumbered) || unnumberedKeyOf(next) === range.unnumbered;
    return isRepeated || ON_SCHEDULES.test(next.text);
  }
  if (next.text.length > LONGEST_REPEATED_HEADING || next.cells !== null) return false;
  if (completesTitle(range, heading, next)) return true;
  const number = ITEM_NUMBER.exec(heading.text)?.[1];
  if (number !== undefined && ITEM_NUMBER.exec(next.text)?.[1]?.toUpperCase() === number.toUpperCase()) return true;
  if (number !== undefined && ITEM_NUMBER_ALONE.test(above.text)) return isTitleOf(range, next);
  return /^\(.*\)$/.test(next.text) && isEmphasised(heading) && isEmphasised(next);
}

/** Whether a line holds the last words of a title that the heading begins: "Condensed Financial", "Statements (Unaudited)". */
function completesTitle(range: ItemRange, heading: Line, next: Line): boolean {
  const rest = titleKey(next.text.replace(/\([^()]*\)/g, ''));
  if (rest === '') return false;
  const whole = ` ${titleKey(heading.text)} ${rest}`;
  const titles = range.items.flatMap(item => item.titles.map(titleKey));
  return titles.some(title => title.endsWith(` ${rest}`) && whole.endsWith(` ${title}`));
}

/** Whether a line is the title of one of the items and nothing else. */
function isTitleOf(range: ItemRange, line: Line): boolean {
  const match = matchTitle(
    line.text,
    range.items.flatMap(item => item.titles),
  );
  return match !== null && match.similarity >= MIN_TITLE_SIMILARITY && line.text.length - match.end <= LONGEST_MARKS;
}

/** The earliest of: the next heading, another part's heading, the signatures, and documents bound in after the last item. */
function findEnd(
  lines: readonly Line[],
  range: ItemRange,
  isLast: boolean,
  form: ItemForm,
  isContentsLine: (line: number) => boolean,
): number {
  const isExhibits = range.items.some(item => /exhibit/i.test(item.titles[0] ?? ''));
  const part = range.items[0]?.part ?? 0;
  for (let index = range.headingLine + 1; index < range.endLine; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const announced = partHeadingOf(line);
    if (announced !== null && announced > part) return index;
    if (isContentsLine(index) && !isLast) return index;
    if (endsReport(lines, index) || isSignatureSentence(line)) return withoutExhibitNumber(lines, index);
    const key = unnumberedKeyOf(line);
    if (isLast && key === 'exhibit_index' && !isExhibits) return index;
    if (isLast && startsOwnContents(lines, index)) return withoutCaption(lines, range, index);
    if (isLast && key === 'financial_statements' && startsStatements(lines, index)) return index;
    if (isLast && form === '20-F' && key === 'financial_statements' && /^index to/i.test(line.text)) return index;
  }
  return range.endLine;
}

/** Page and part headers above the next item's heading, or above any other end, are not text of this item. */
function withoutAnnouncements(lines: readonly Line[], range: ItemRange, next: number): number {
  const number = ITEM_NUMBER.exec(lines[next]?.text ?? '')?.[1]?.toUpperCase();
  let end = next;
  while (end - 1 > range.headingLine) {
    const line = lines[end - 1];
    if (line === undefined || line.text.length > LONGEST_REPEATED_HEADING) break;
    const isSameItem = number !== undefined && ITEM_NUMBER.exec(line.text)?.[1]?.toUpperCase() === number;
    const isRule = line.cells === null && (!/[\p{L}\p{N}]/u.test(line.text) || ROMAN_ALONE.test(line.text));
    const isHeader =
      isSameItem ||
      isRule ||
      partHeadingOf(line) !== null ||
      isOwnHeader(range, line) ||
      LINK_BACK.test(line.text) ||
      FORM_AND_PERIOD.test(line.text);
    if (!isHeader) break;
    end -= 1;
  }
  return end;
}

/** The number of the item itself at the top of its last page, with or without its title. */
function isOwnHeader(range: ItemRange, line: Line): boolean {
  const number = ITEM_NUMBER.exec(line.text);
  if (number?.[1] === undefined || !range.items.some(item => item.number === number[1]?.toUpperCase())) return false;
  const rest = line.text.slice(number[0].length).replace(/\W*\bcon(?:tinued|t['’]?d|t\.|['’]t?d)\W*$/i, '');
  const match = matchTitle(
    rest,
    range.items.flatMap(item => item.titles),
  );
  const isTitle =
    match !== null && match.similarity >= MIN_TITLE_SIMILARITY && rest.length - match.end <= LONGEST_MARKS;
  return isTitle || /^\W*$/.test(rest);
}

/** "(Exhibit 23)" above a consent belongs to it. */
function withoutExhibitNumber(lines: readonly Line[], index: number): number {
  return /^\(?exhibit\s+[\d.]+\)?$/i.test(lines[index - 1]?.text ?? '') ? index - 1 : index;
}

/** Whether a part with a table of contents of its own, such as a financial section, is bound in from a line on. */
function startsOwnContents(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || !LINK_BACK.test(line.text) || (!isEmphasised(line) && !line.isCentred)) return false;
  const rows = lines.slice(index + 1, index + 1 + MIN_ROWS_OF_CONTENTS);
  return rows.length === MIN_ROWS_OF_CONTENTS && rows.every(row => row.cells !== null && /\s\d{1,3}$/.test(row.text));
}

/** The heading directly above the contents names the part that they are of. */
function withoutCaption(lines: readonly Line[], range: ItemRange, index: number): number {
  const above = lines[index - 1];
  const isCaption =
    above !== undefined && index - 1 > range.headingLine && isEmphasised(above) && isCapitals(above.text);
  return isCaption ? index - 1 : index;
}

/** Whether the statements themselves begin at a line that names them, and not a list of them. */
function startsStatements(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined) return false;
  const remaining = (lines.at(-1)?.end ?? 0) - line.end;
  if (remaining < MIN_STATEMENTS_CHARS) return false;
  if (REPORT.test(line.text)) return startsReport(lines, index);
  if (INDEX_OF_STATEMENTS.test(line.text)) return leadsToStatements(lines, index);
  const following = lines.slice(index + 1, index + 1 + LINES_OF_A_STATEMENT_HEAD);
  const table = following.find(next => next.table >= 0)?.table;
  if (table === undefined) return false;
  const rows = lines.slice(index, index + 60).filter(next => next.table === table);
  return rows.filter(hasFigures).length >= MIN_STATEMENT_ROWS;
}

/** Whether a report of auditors begins at a line that names one. */
function startsReport(lines: readonly Line[], index: number): boolean {
  const following = lines.slice(index + 1, index + 1 + LINES_OF_A_STATEMENT_HEAD);
  return ADDRESSES_OF_A_REPORT.test(following.map(next => next.text).join(' '));
}

/** An index of statements that are all above it, as in a list of exhibits, is no beginning of statements. */
function leadsToStatements(lines: readonly Line[], index: number): boolean {
  return lines.some((line, at) => {
    const key = at > index && !INDEX_OF_STATEMENTS.test(line.text) ? unnumberedKeyOf(line) : null;
    if (key === 'financial_statement_schedules') return true;
    return (
      key === 'financial_statements' && (REPORT.test(line.text) ? startsReport(lines, at) : startsStatements(lines, at))
    );
  });
}

/** Unlike a row of an index, a row of a statement contains figures of two periods. */
function hasFigures(row: Line): boolean {
  return (row.cells ?? []).filter(cell => /^[$(\s]*\d[\d,.]{2,}\)?$/.test(cell)).length >= 2;
}

/** Items next to the statements, on market risk, accountants and controls: an auditors' report below them does not belong to them. */
const BESIDE_STATEMENTS: Record<Exclude<ItemForm, '20-F'>, RegExp> = {
  '10-K': /^(?:7A?|9[A-C]?)$/,
  '10-KSB': /^8[AB]?$/,
  '10-Q': /^[234]$/,
};

/** Officers listed in Part I, and auditors' reports or statements printed after an item that they do not belong to. */
function unnumberedWithin(lines: readonly Line[], range: ItemRange, form: ItemForm): ItemRange[] {
  if (form === '20-F') return [];
  const { number, part } = range.items[0] ?? { number: '', part: 0 };
  const isBeside = BESIDE_STATEMENTS[form].test(number) && (form !== '10-Q' || part === 1);
  for (let index = range.headingLine + 1; index < range.endLine; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const key = unnumberedKeyOf(line);
    const isTitle = key === 'executive_officers' || (isPlainOfficers(line) && isAnsweredByNone(lines, range, index));
    const isOfficers = isTitle && form !== '10-Q' && part === 1 && number !== '1';
    const isReport = isBeside && REPORT.test(line.text) && startsReport(lines, index);
    const isBelowNone = form !== '10-Q' && isAnsweredByNone(lines, range, index) && startsStatements(lines, index);
    const isStatements = key === 'financial_statements' && (isReport || isBelowNone);
    if (!isOfficers && !isStatements) continue;
    const cutKey = isOfficers ? 'executive_officers' : 'financial_statements';
    const cut = skipRepeatedHeading(lines, unnumberedRange(cutKey, index, range.endLine));
    range.endLine = withoutAnnouncements(lines, range, index);
    return [cut];
  }
  return [];
}

function isAnsweredByNone(lines: readonly Line[], range: ItemRange, index: number): boolean {
  const between = lines.slice(range.headingLine + 1, index);
  const text = between.map(line => line.text).join(' ');
  return text.length < 200 && /^(?:none|not applicable|n\/a)\b/i.test(text);
}

function unnumberedRange(unnumbered: UnnumberedKey, line: number, endLine: number): ItemRange {
  return {
    items: [],
    unnumbered,
    heading: null,
    isInOrder: true,
    headingLine: line,
    textIndex: Number.POSITIVE_INFINITY,
    endLine,
  };
}

/** The unnumbered parts behind the last item: exhibit index, statements, schedules. */
function tailOf(lines: readonly Line[], from: number): ItemRange[] {
  const ranges: ItemRange[] = [];
  let open: ItemRange | null = null;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    if (open !== null && endsReport(lines, index)) {
      open.endLine = index;
      open = null;
      continue;
    }
    const key = tailKeyAt(lines, index, open?.unnumbered ?? null);
    if (key === null || ranges.some(range => range.unnumbered === key)) continue;
    if (open !== null) open.endLine = index;
    open = skipRepeatedHeading(lines, unnumberedRange(key, index, lines.length));
    ranges.push(open);
  }
  return ranges;
}

function tailKeyAt(lines: readonly Line[], index: number, open: UnnumberedKey | null): UnnumberedKey | null {
  const line = lines[index];
  if (line === undefined) return null;
  const named = unnumberedKeyOf(line);
  const isOnSchedules = ON_SCHEDULES.test(lines[index + 1]?.text ?? '');
  const key = named === 'financial_statements' && isOnSchedules ? 'financial_statement_schedules' : named;
  if (key === null || key === open || key === 'executive_officers') return null;
  if (key === 'exhibit_index') return key;
  if (key === 'financial_statement_schedules') return isCapitals(line.text) || line.isBold ? key : null;
  return open === null && (startsStatements(lines, index) || isCover(lines, index)) ? key : null;
}

/** Behind a report's end, the statements may have a cover page of their own. */
function isCover(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || line.cells !== null || !/^(?:audited )?consolidated financial statements$/i.test(line.text))
    return false;
  return (lines.at(-1)?.end ?? 0) - line.end >= MIN_STATEMENTS_CHARS;
}

/** Each item once: the first range that has it. Of parts without a number the longest counts. */
function withoutDoubles(ranges: ItemRange[]): ItemRange[] {
  const kept = new Map<string, ItemRange>();
  for (const range of ranges) {
    const key = range.unnumbered ?? range.items.map(item => item.key).join('+');
    const known = kept.get(key);
    if (known === undefined || (range.unnumbered !== null && linesOf(range) > linesOf(known))) kept.set(key, range);
  }
  const wanted = new Set(kept.values());
  return ranges.filter(range => wanted.has(range));
}

function linesOf({ headingLine, endLine }: ItemRange): number {
  return endLine - headingLine;
}

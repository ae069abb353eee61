import { type Cell, readTableRows, type TableRow } from '../../../../formats/prose/sentences.ts';
import { type Base, readBase } from './bases.ts';
import { CUSTOMER_NOUN, numberOf, readLabels, SUPPLIER_NOUN } from './counterparties.ts';
import { hasLegalForm, readNameList } from './names.ts';
import { isCommon } from './party-names.ts';
import { type FiscalCalendar, readPeriods, type Span } from './periods.ts';
import type { StatedShare } from './shares/share-sentence.ts';

/** A share that a row of a table states, with the place of the row. */
export interface TabledShare {
  share: StatedShare;
  start: number;
  end: number;
}

/** A column of percentages. */
interface Column {
  span: Span;
  base: Base;
}

/** What the words above a table and its first rows say of all rows. */
interface Table {
  role: 'customer' | 'supplier';
  columns: readonly Column[];
  /** True if the words say that the rows are parties: then a name needs no legal form. */
  isOfParties: boolean;
  /** True if a cell without a sign is a percentage: `Percentage of net sales`. */
  isAllPercent: boolean;
}

const LONGEST_CAPTION = 1_000;
/** Only the last sentences of the paragraph above introduce the table. */
const CAPTION_SENTENCES = 3;
const MOST_HEADER_ROWS = 5;
const FOOTNOTES = /\s*\((?:\d|[a-z])\)|\*+$/g;
const PERCENT = /^(?:approximately )?(\d{1,3}(?:\.\d+)?) ?%$/;
const NUMBER = /^(\d{1,3}(?:\.\d+)?)$/;
const BLANK = /^(?:\*+|[-–—]+ ?%?|n\/?a|n\.a\.|(?:less than |< ?|under )\d{1,2}(?:\.\d)? ?%|\([a-z]\)|none|nil)$/i;
const YEAR = /^(?:fiscal |fy ?|year )?((?:19|20)\d\d)$/i;
const DATE = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (\d{1,2}), ((?:19|20)\d\d)$/i;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const PARTIES = `(?:${CUSTOMER_NOUN.source}|${SUPPLIER_NOUN.source})`;
/** `the following customers`, `customers that accounted for`, `Tenant` as a heading. */
const OF_PARTIES = new RegExp(
  `\\b(?:largest|top|major|significant|principal|following|individual|each|direct|by) (?:[\\w-]+ ){0,2}${PARTIES}|${PARTIES} (?:that|who|which|whose|with|accounted|account|representing|exceed\\w*|above|over|greater|individually|each)\\b`,
  'i',
);
const PARTY = new RegExp(`${CUSTOMER_NOUN.source}|${SUPPLIER_NOUN.source}`, 'i');
const REST = /^(?:total|sub-?total|all others?|others?|remaining|balance|net sales|revenues?|less|no )\b/i;

/**
 * Reads tables of customers or suppliers with a percentage for each period or base: the paragraph above and the first rows name
 * the kind, the bases and the periods.
 */
export function readTableShares(text: string, calendar: FiscalCalendar): TabledShare[] {
  const tables = Map.groupBy(readTableRows(text), row => row.table);
  return [...tables.values()]
    .flatMap(rows => readTable(rows, calendar))
    .filter(({ share }) => share.name === null || hasLegalForm(share.name) || !isCommon(share.name, [text]));
}

function readTable(rows: readonly TableRow[], calendar: FiscalCalendar): TabledShare[] {
  const first = rows.findIndex(row => isData(row.cells));
  if (first < 0 || first > MOST_HEADER_ROWS) return [];
  const header = rows.slice(0, first).map(row => row.cells);
  const table = describeTable(header, rows[0]?.caption ?? '', rows.slice(first), calendar);
  return table === null ? [] : rows.slice(first).flatMap(({ cells }) => readRow(cells, table));
}

/** True for a label with a value behind it that is neither a year nor words. */
function isData([label, ...others]: readonly Cell[]): boolean {
  const values = others.map(textOf).filter(text => text !== '');
  return (
    label !== undefined &&
    /\p{L}/u.test(label.text) &&
    values.some(text => PERCENT.test(text) || NUMBER.test(text) || /^\$/.test(text))
  );
}

function textOf({ text }: Cell): string {
  return text.trim();
}

function describeTable(
  header: readonly (readonly Cell[])[],
  caption: string,
  data: readonly TableRow[],
  calendar: FiscalCalendar,
): Table | null {
  if (caption.length > LONGEST_CAPTION) return null;
  const about = caption
    .split(/(?<=[.:])\s+(?=\p{Lu})/u)
    .slice(-CAPTION_SENTENCES)
    .join(' ');
  const headings = header.map(cells => cells.map(textOf).filter(text => text !== ''));
  const words = [about, ...headings.flat()].join(' ');
  const isLabelled = data.some(({ cells }) => readLabels(cells[0]?.text ?? '').length > 0);
  if (!PARTY.test(words) && !isLabelled) return null;
  const isAllPercent = /%|per ?cent/i.test(words);
  if (!isAllPercent && !data.some(({ cells }) => cells.some(cell => PERCENT.test(textOf(cell))))) return null;
  const labels = data.map(({ cells }) => cells[0]?.text ?? '').join(' ');
  const isOfSuppliers = (text: string) => SUPPLIER_NOUN.test(text) && !CUSTOMER_NOUN.test(text);
  const columns = columnsOf(headings, about, calendar);
  if (columns.length === 0) return null;
  const isSupplier = isOfSuppliers(about) || isOfSuppliers(labels) || columns.every(({ base }) => base.isOfSuppliers);
  const isOfParties = OF_PARTIES.test(about) || headings.some(([label = '']) => PARTY.test(label));
  const role = isSupplier && !CUSTOMER_NOUN.test(labels) ? 'supplier' : 'customer';
  return { role, columns, isAllPercent, isOfParties };
}

/** The columns by their headings: years or dates, grouped by bases or periods; without any, the period and base of the caption. */
function columnsOf(headings: readonly string[][], about: string, calendar: FiscalCalendar): Column[] {
  const last = headings.findLast(row => row.some(text => dateOf(text) !== null)) ?? [];
  const dates = last.flatMap(text => dateOf(text) ?? []);
  const bases = basesOf(headings, about);
  if (bases.length === 0) return [];
  if (dates.length === 0) {
    const spans = readPeriods([...headings.flat(), about].join(' '), calendar) ?? [];
    const [span] = spans;
    if (span === undefined) return [];
    if (spans.length === 1) return bases.map(base => ({ base, span }));
    const [base] = bases;
    return bases.length === 1 && base !== undefined ? spans.map(candidate => ({ base, span: candidate })) : [];
  }
  if (dates.length % bases.length !== 0 && bases.length > 1) return [];
  const groups = periodGroups(headings, last);
  const columns = dates.map((date, place): Column | null => {
    const group = groups[Math.floor((place * groups.length) / dates.length)] ?? '';
    const base = bases[Math.floor((place * bases.length) / dates.length)];
    const span = spanOf(group, date, about, calendar);
    return span === null || base === undefined ? null : { span, base };
  });
  return columns.every(column => column !== null) ? columns : [];
}

/** `2024`, or a date with the month in full; null for other words. */
function dateOf(text: string): string | null {
  const year = YEAR.exec(text)?.[1];
  if (year !== undefined) return year;
  const [, month = '', day = '', yearOfDate = ''] = DATE.exec(text) ?? [];
  const name = MONTHS.find(value => value.toLowerCase().startsWith(month.toLowerCase()) && month !== '');
  return name === undefined ? null : `${name} ${day}, ${yearOfDate}`;
}

/** `Three Months Ended June 30,`, `As of December 31,`: the headings above the dates that name a period. */
function periodGroups(headings: readonly string[][], dates: readonly string[]): string[] {
  const above = headings.flat().filter(text => !dates.includes(text) && /\b(?:ended|as of|at)\b/i.test(text));
  return above.length > 0 ? above : [''];
}

function spanOf(group: string, date: string, about: string, calendar: FiscalCalendar): Span | null {
  if (/^\d{4}$/.test(date)) {
    const stated = group === '' ? [] : (readPeriods(`${group} ${date}`, calendar) ?? []);
    return stated[0] ?? ofCaption(about, date, calendar) ?? calendar.year(Number(date));
  }
  const [only = null] = readPeriods(group === '' ? `as of ${date}` : `${group} ${date}`, calendar) ?? [];
  return only;
}

/** `years ended June 30, 2024 and 2023` above a table with the years as headings. */
function ofCaption(about: string, year: string, calendar: FiscalCalendar): Span | null {
  return readPeriods(about, calendar)?.find(span => span.end.startsWith(year)) ?? null;
}

const BASE =
  /\b(?:(?:total|net|consolidated|gross|accounts|trade|our|inventory|product|operating|rental|base) )*(?:revenues?|sales|receivables?|purchases|cost of (?:goods sold|sales|revenues?)|rent|premiums)\b/gi;
/** `of the Consumer segment` behind a base. */
const NARROWED = /^ (?:of|in|from|for) (?:the|our) [\p{L}&’' -]{2,40}?(?: segment| division| business)/iu;

/** The bases that the headings name in their order, else the only one of the caption. */
function basesOf(headings: readonly string[][], about: string): Base[] {
  const shares = headings.map(row => row.filter(text => /%|per ?cent/i.test(text)));
  const named = [...shares, ...headings].map(row => row.flatMap(text => basesIn(text).slice(0, 1)));
  const inHeadings = named.find(row => row.length > 0) ?? [];
  if (inHeadings.length > 0) return inHeadings;
  const found = new Map(basesIn(about).map(base => [`${base.of} ${base.narrowed ?? ''}`, base]));
  const kinds = new Set([...found.values()].map(base => base.of));
  const [only] = found.values();
  return kinds.size === 1 && only !== undefined ? [only] : [];
}

function basesIn(words: string): Base[] {
  return [...words.matchAll(BASE)].flatMap(({ index, 0: head }) => {
    const rest = NARROWED.exec(words.slice(index + head.length))?.[0] ?? '';
    return readBase(head + rest) ?? [];
  });
}

function readRow(cells: readonly Cell[], { role, columns, isAllPercent, isOfParties }: Table): TabledShare[] {
  const [label, ...others] = cells;
  const owner = label === undefined ? null : ownerOf(label.text.replace(FOOTNOTES, '').trim(), isOfParties);
  if (label === undefined || owner === null) return [];
  const values = percentsOf(others.map(textOf), columns.length, isAllPercent);
  if (values === null) return [];
  const isSupplier = SUPPLIER_NOUN.test(owner.label) || (role === 'supplier' && !CUSTOMER_NOUN.test(owner.label));
  return columns.flatMap(({ span, base }, place) => {
    const pct = values[place] ?? null;
    if (pct === null || pct <= 0 || pct > 100) return [];
    const share: StatedShare = {
      ...owner,
      concentrationType: isSupplier ? 'supplier' : 'customer',
      pct,
      thresholdPct: null,
      isAtLeast: false,
      of: base.of,
      narrowed: base.narrowed,
      span,
    };
    return [{ share, start: label.start, end: cells.at(-1)?.end ?? label.end }];
  });
}

/** The percentages of a row, null for blanks; null if their number is not that of the columns. Amounts beside them are left out. */
function percentsOf(cells: readonly string[], wanted: number, isAllPercent: boolean): (number | null)[] | null {
  const texts = cells
    .map(text => text.replace(/\s*\((?:\d|[a-z])\)$/, ''))
    .filter(text => text !== '' && text !== '$' && text !== '%');
  const signed = texts.filter(text => PERCENT.test(text) || BLANK.test(text));
  const read = (text: string) => (BLANK.test(text) ? null : Number((PERCENT.exec(text) ?? NUMBER.exec(text))?.[1]));
  if (texts.some(text => PERCENT.test(text))) return signed.length === wanted ? signed.map(read) : null;
  if (!isAllPercent || texts.length !== wanted || !texts.every(text => NUMBER.test(text) || BLANK.test(text)))
    return null;
  return texts.map(read);
}

type Owner = Pick<StatedShare, 'name' | 'label' | 'groupSize'>;

/** `Customer A`, a name, `Largest customer`, `Top ten customers`; null for totals and other rows. */
function ownerOf(label: string, isOfParties: boolean): Owner | null {
  if (REST.test(label) || label.length > 80) return null;
  const [anonymous, ...more] = readLabels(label);
  if (anonymous !== undefined) return more.length > 0 ? null : { name: null, label: anonymous, groupSize: null };
  const group = groupIn(label);
  if (group !== null) return group;
  const list = readNameList(label);
  const [mention] = list?.mentions ?? [];
  if (list === null || mention === undefined || list.mentions.length > 1) return null;
  if (!mention.hasLegalForm && !isOfParties) return null;
  return list.end < label.replace(/[.,:]$/, '').length
    ? null
    : { name: mention.name, label: mention.name, groupSize: null };
}

function groupIn(label: string): Owner | null {
  const words = label.toLowerCase().replace(/^(?:our|the) /, '');
  if (!PARTY.test(words) || !/^(?:\w+ ){1,4}\w+$/.test(words)) return null;
  const number = words
    .split(' ')
    .map(numberOf)
    .find(value => Number.isInteger(value) && value > 0);
  const isSingle = /^(?:single |second |third )?(?:largest|top) \w+$/.test(words) && !words.endsWith('s');
  if (number === undefined && !isSingle) return null;
  return { name: null, label: words, groupSize: number === undefined || number === 1 ? null : number };
}

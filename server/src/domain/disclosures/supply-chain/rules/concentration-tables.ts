import { type Cell, readTableRows, type TableRow } from '../../../../formats/prose/sentences.ts';
import { appendAll, maxOf } from '../../../../kernel/lists.ts';
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
  /** Null if the rows state it: `Accounts receivable | 30% | 28%`. */
  base: Base | null;
}

/** What the words above a table and its first rows say of all rows. */
interface Table {
  role: 'customer' | 'supplier';
  columns: readonly Column[];
  /** The places of the columns among the values of a row; null if every percentage of a row is in one. */
  places: { at: readonly number[]; of: number } | null;
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
/** `December 31,` above its years. */
const MONTH_DAY = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2},?$/i;
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
  const transposed = readTransposed(rows, calendar);
  if (transposed.length > 0) return transposed;
  const first = rows.findIndex(row => isData(row.cells));
  if (first < 0 || first > MOST_HEADER_ROWS) return [];
  // The row above the first values may name whose they are: `Customer A`.
  const owner = rows[first - 1];
  const isOwner = owner !== undefined && headingOwner(owner.cells) !== null;
  const header = rows.slice(0, isOwner ? first - 1 : first).map(row => row.cells);
  const data = rows.slice(header.length);
  const table = describeTable(header, rows[0]?.caption ?? '', data, calendar);
  return table === null ? [] : readRows(data, table, calendar);
}

function readRows(rows: readonly TableRow[], table: Table, calendar: FiscalCalendar): TabledShare[] {
  const found: TabledShare[] = [];
  let above: Owner | null = null;
  let date: string | null = null;
  for (const { cells } of rows) {
    const [label, next, ...others] = cells;
    if (label === undefined) continue;
    const base = baseOfRow(label.text);
    if (base !== null && above !== null) {
      appendAll(
        found,
        sharesOf(cells, above, { ...table, columns: table.columns.map(({ span }) => ({ span, base })) }),
      );
      continue;
    }
    date = dateOf(textOf(label)) ?? (textOf(label) === '' ? date : null);
    if (date !== null && next !== undefined) {
      const span = spanOf('', date, '', calendar);
      const owner = readLabels(next.text).length === 1 ? ownerOf(textOf(next), false) : null;
      if (owner !== null && span !== null)
        appendAll(
          found,
          sharesOf([next, ...others], owner, {
            ...table,
            places: null,
            columns: table.columns.slice(0, 1).map(column => ({ ...column, span })),
          }),
        );
      continue;
    }
    const owner = ownerOf(textOf(label).replace(FOOTNOTES, '').trim(), table.isOfParties);
    above = owner ?? (others.length > 0 ? null : above);
    if (owner !== null) appendAll(found, sharesOf(cells, owner, table));
  }
  return found;
}

/** `Customer A` alone in its row. */
function headingOwner([label, ...others]: readonly Cell[]): Owner | null {
  if (label === undefined || others.some(cell => textOf(cell) !== '')) return null;
  const text = textOf(label).replace(FOOTNOTES, '').replace(/:$/, '').trim();
  return readLabels(text).length === 1 && text.split(' ').length <= 3 ? ownerOf(text, false) : null;
}

const BASE_ROW =
  /^(?:as an? )?(?:%|per ?cent(?:age)?)?(?: of)? ?(?:(?:total|net|consolidated|gross|accounts|trade|our) )*(?:revenues?|sales|receivables?)(?:,? net)?$/i;

/** `% of net revenue`, `Accounts receivable` as the label of a row. */
function baseOfRow(label: string): Base | null {
  const text = label.replace(FOOTNOTES, '').trim();
  return BASE_ROW.test(text) ? readBase(text.replace(/^(?:as an? )?(?:%|per ?cent(?:age)?)? ?(?:of )?/i, '')) : null;
}

/** A table whose columns are parties, and whose rows are periods or bases. */
function readTransposed(rows: readonly TableRow[], calendar: FiscalCalendar): TabledShare[] {
  const at = rows.slice(0, MOST_HEADER_ROWS).findIndex(({ cells }) => {
    const heads = cells.slice(1).map(textOf);
    return heads.length > 0 && heads.every(head => readLabels(head).length === 1);
  });
  const heads = rows[at]?.cells.slice(1).map(cell => ownerOf(textOf(cell).replace(FOOTNOTES, '').trim(), false));
  if (heads === undefined) return [];
  const about = lastSentences(rows[0]?.caption ?? '');
  const [common, ...more] = basesOf([], about);
  const corner = basesIn(rows[at]?.cells[0]?.text ?? '')[0];
  return rows.slice(at + 1).flatMap(({ cells }) => {
    const [label, ...values] = cells;
    if (label === undefined) return [];
    const text = textOf(label);
    const base = basesIn(text)[0] ?? corner ?? (more.length === 0 ? common : undefined);
    const date = dateOf(text);
    const spans =
      date !== null
        ? [spanOf('', date, about, calendar)]
        : (readPeriods(/\d{4}/.test(text) ? text : about, calendar) ?? []);
    const [span] = spans;
    if (base === undefined || span === undefined || span === null || spans.length > 1) return [];
    const texts = values.map(textOf).filter(value => value !== '' && value !== '%');
    if (texts.length !== heads.length || !texts.some(value => PERCENT.test(value))) return [];
    return heads.flatMap((owner, place) => {
      const pct = percentOf(texts[place] ?? '');
      return owner === null || pct === null ? [] : [shareOf(cells, owner, { span, base }, pct, 'customer')];
    });
  });
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

function lastSentences(caption: string): string {
  return caption
    .split(/(?<=[.:])\s+(?=\p{Lu})/u)
    .slice(-CAPTION_SENTENCES)
    .join(' ');
}

function describeTable(
  header: readonly (readonly Cell[])[],
  caption: string,
  data: readonly TableRow[],
  calendar: FiscalCalendar,
): Table | null {
  if (caption.length > LONGEST_CAPTION) return null;
  const about = lastSentences(caption);
  const headings = header.map(cells => cells.map(textOf).filter(text => text !== ''));
  const words = [about, ...headings.flat()].join(' ');
  const isLabelled = data.some(({ cells }) => readLabels(cells[0]?.text ?? '').length > 0);
  if (!PARTY.test(words) && !isLabelled) return null;
  const isAllPercent = /%|per ?cent/i.test(words);
  if (!isAllPercent && !data.some(({ cells }) => cells.some(cell => PERCENT.test(textOf(cell))))) return null;
  const labels = data.map(({ cells }) => cells[0]?.text ?? '').join(' ');
  const isOfSuppliers = (text: string) => SUPPLIER_NOUN.test(text) && !CUSTOMER_NOUN.test(text);
  const some = someColumns(headings, about, data, calendar);
  const columns = some?.columns ?? columnsOf(headings, about, calendar);
  if (columns.length === 0) return null;
  const isSupplier =
    isOfSuppliers(about) || isOfSuppliers(labels) || columns.every(({ base }) => base?.isOfSuppliers === true);
  const isOfParties = OF_PARTIES.test(about) || headings.some(([label = '']) => PARTY.test(label));
  const role = isSupplier && !CUSTOMER_NOUN.test(labels) ? 'supplier' : 'customer';
  return { role, columns, places: some?.places ?? null, isAllPercent, isOfParties };
}

const PERCENT_HEAD = /%|\bper ?cent/i;

/** The columns that their heads call percentages, beside others: `Amount | Percent of sales`. Null if no row of heads tells. */
function someColumns(
  headings: readonly string[][],
  about: string,
  data: readonly TableRow[],
  calendar: FiscalCalendar,
): { columns: Column[]; places: { at: number[]; of: number } } | null {
  const counts = data.map(({ cells }) => valuesOf(cells).length);
  const width = maxOf(counts);
  const heads = headings
    .map(row => (row.length === width + 1 ? row.slice(1) : row))
    .find(row => {
      const count = row.filter(text => PERCENT_HEAD.test(text)).length;
      return row.length === width && count > 0 && count < row.length;
    });
  if (heads === undefined) return null;
  const dates = (headings.findLast(row => row.some(text => dateOf(text) !== null)) ?? []).flatMap(
    text => dateOf(text) ?? [],
  );
  if (dates.length > 0 && width % dates.length !== 0) return null;
  const group = periodGroups(headings, dates)[0] ?? '';
  const spans =
    dates.length > 0
      ? dates.map(date => spanOf(group, date, about, calendar))
      : (readPeriods([...headings.flat(), about].join(' '), calendar) ?? []);
  if (spans.length === 0 || (dates.length === 0 && spans.length > 1)) return null;
  const [common, ...others] = basesOf([], about);
  const columns: Column[] = [];
  const at: number[] = [];
  for (const [place, head] of heads.entries()) {
    if (!PERCENT_HEAD.test(head)) continue;
    const own = basesIn(head)[0] ?? null;
    const isOfTotal = /^(?:%|per ?cent(?:age)?)(?: of (?:the )?total)?$/i.test(head.replace(FOOTNOTES, '').trim());
    const base = own ?? (isOfTotal && others.length === 0 ? (common ?? null) : null);
    const span = spans[Math.floor((place * spans.length) / width)] ?? null;
    if (base === null || span === null) continue;
    columns.push({ span, base });
    at.push(place);
  }
  return columns.length === 0 ? null : { columns, places: { at, of: width } };
}

/** The values of a row, without signs in cells of their own. */
function valuesOf([, ...others]: readonly Cell[]): string[] {
  return others
    .map(cell => textOf(cell).replace(/\s*\((?:\d|[a-z])\)$/, ''))
    .filter(text => text !== '' && text !== '$' && text !== '%');
}

/** The columns by their headings: years or dates, grouped by bases or periods; without any, the period and base of the caption. */
function columnsOf(headings: readonly string[][], about: string, calendar: FiscalCalendar): Column[] {
  const last = headings.findLast(row => row.some(text => dateOf(text) !== null)) ?? [];
  const dates = last.flatMap(text => dateOf(text) ?? []);
  const bases = basesOf(headings, about);
  if (dates.length === 0) {
    const spans = readPeriods([...headings.flat(), about].join(' '), calendar) ?? [];
    const [span] = spans;
    if (span === undefined) return [];
    if (spans.length === 1) return bases.map(base => ({ base, span }));
    const [base] = bases;
    return bases.length === 1 && base !== undefined ? spans.map(candidate => ({ base, span: candidate })) : [];
  }
  const runs = runsOf(dates);
  const groups = periodGroups(headings, last);
  const isByRun = runs.length > 1 && (runs.length === bases.length || runs.length === groups.length);
  const run = runs.flatMap((length, place) => Array<number>(length).fill(place));
  const of = <T>(values: readonly T[], place: number): T | undefined =>
    isByRun && values.length === runs.length
      ? values[run[place] ?? 0]
      : values[Math.floor((place * values.length) / dates.length)];
  if (!isByRun && bases.length > 1 && dates.length % bases.length !== 0) return [];
  const columns = dates.map((date, place): Column | null => {
    const span = spanOf(of(groups, place) ?? '', date, about, calendar);
    return span === null ? null : { span, base: of(bases, place) ?? null };
  });
  return columns.every(column => column !== null) ? columns : [];
}

/** The lengths of the runs of different dates: `2024 | 2023 | 2022 | 2024 | 2023` are three and two. */
function runsOf(dates: readonly string[]): number[] {
  const runs: string[][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run === undefined || run.includes(date)) runs.push([date]);
    else run.push(date);
  }
  return runs.map(run => run.length);
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
  const above = headings
    .flat()
    .filter(text => !dates.includes(text) && (/\b(?:ended|as of|at)\b/i.test(text) || MONTH_DAY.test(text)));
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
  /\b(?:(?:total|net|consolidated|gross|accounts|trade|our|inventory|product|operating|rental|base|annuali[sz]ed|annual|reinsurance) )*(?:revenues?|sales|receivables?|recoverables?|purchases|cost of (?:goods sold|sales|revenues?)|rent|premiums)\b/gi;
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

function sharesOf(cells: readonly Cell[], owner: Owner, table: Table): TabledShare[] {
  const { columns, places, isAllPercent, role } = table;
  const values =
    places === null ? percentsOf(valuesOf(cells), columns.length, isAllPercent) : percentsAt(valuesOf(cells), places);
  if (values === null) return [];
  const isSupplier = SUPPLIER_NOUN.test(owner.label) || (role === 'supplier' && !CUSTOMER_NOUN.test(owner.label));
  return columns.flatMap(({ span, base }, place) => {
    const pct = values[place] ?? null;
    return pct === null || base === null
      ? []
      : [shareOf(cells, owner, { span, base }, pct, isSupplier ? 'supplier' : 'customer')];
  });
}

function shareOf(
  cells: readonly Cell[],
  owner: Owner,
  { span, base }: { span: Span; base: Base },
  pct: number,
  concentrationType: StatedShare['concentrationType'],
): TabledShare {
  const place = { start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 0 };
  const stated = { pct, thresholdPct: null, isAtLeast: false, of: base.of, narrowed: base.narrowed, span };
  return { share: { ...owner, ...stated, concentrationType }, ...place };
}

function percentOf(text: string): number | null {
  const pct = BLANK.test(text) ? null : Number((PERCENT.exec(text) ?? NUMBER.exec(text))?.[1] ?? Number.NaN);
  return pct !== null && pct > 0 && pct <= 100 ? pct : null;
}

/** The percentages in some of the places of a row; null if the row has other places. */
function percentsAt(
  texts: readonly string[],
  { at, of }: { at: readonly number[]; of: number },
): (number | null)[] | null {
  return texts.length === of ? at.map(place => percentOf(texts[place] ?? '')) : null;
}

/** The percentages of a row, null for blanks; null if their number is not that of the columns. Amounts beside them are left out. */
function percentsOf(texts: readonly string[], wanted: number, isAllPercent: boolean): (number | null)[] | null {
  const signed = texts.filter(text => PERCENT.test(text) || BLANK.test(text));
  if (texts.some(text => PERCENT.test(text))) return signed.length === wanted ? signed.map(percentOf) : null;
  if (!isAllPercent || texts.length !== wanted || !texts.every(text => NUMBER.test(text) || BLANK.test(text)))
    return null;
  return texts.map(percentOf);
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

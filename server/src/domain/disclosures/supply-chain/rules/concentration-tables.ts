import { readTableRows, type TableRow } from '../../../../formats/prose/sentences.ts';
import { readBase } from './bases.ts';
import { CUSTOMER_NOUN, readLabels, SUPPLIER_NOUN } from './counterparties.ts';
import { readNameList } from './names.ts';
import { type FiscalCalendar, readPeriods, type Span } from './periods.ts';
import type { StatedShare } from './shares.ts';

/** A share that a row of a table states, with the place of the row. */
export interface TabledShare {
  share: StatedShare;
  start: number;
  end: number;
}

const PERCENT = /^(\d{1,3}(?:\.\d+)?) ?%?$/;
const YEAR = /^(?:fiscal )?(?:(?:19|20)\d\d)$/i;
const STATES_SHARES =
  /\b(?:accounted for|represent\w*|comprised|exceed\w*|greater than|or more|in excess of|at least|following)\b/i;
const LONGEST_CAPTION = 1_000;
const FOOTNOTES = /\s*\((?:\d|[a-z])\)|\*+$/g;

/**
 * Reads tables of customers or suppliers with a percentage for each period: the paragraph above names the kind and the base,
 * the first row the years.
 */
export function readTableShares(text: string, calendar: FiscalCalendar): TabledShare[] {
  return readTableRows(text).flatMap(row => readRow(row, calendar));
}

function readRow({ cells, header, caption }: TableRow, calendar: FiscalCalendar): TabledShare[] {
  const [label, ...others] = cells;
  if (label === undefined || caption === null || caption.length > LONGEST_CAPTION || header.length === 0) return [];
  const about = caption.split(/(?<=\.)\s+(?=\p{Lu})/u).at(-1) ?? caption;
  const isSupplier = SUPPLIER_NOUN.test(about) && !CUSTOMER_NOUN.test(about);
  if (!(CUSTOMER_NOUN.test(about) || isSupplier) || !STATES_SHARES.test(about) || !/%|per ?cent/i.test(about))
    return [];
  const base = baseOf(`${about} ${header[0]?.text ?? ''}`);
  const owner = ownerOf(label.text.replace(FOOTNOTES, '').trim());
  const spans = spansOf(header, about, calendar);
  const values = others.map(cell => cell.text.trim()).filter(cell => cell !== '' && cell !== '%');
  if (base === null || owner === null || spans.length === 0 || values.length !== spans.length) return [];
  return spans.flatMap((span, place) => {
    const pct = Number(PERCENT.exec((values[place] ?? '').replace(FOOTNOTES, '').trim())?.[1] ?? Number.NaN);
    if (Number.isNaN(pct) || pct <= 0 || pct > 100) return [];
    const share: StatedShare = {
      ...{
        concentrationType: isSupplier ? 'supplier' : 'customer',
        ...owner,
        groupSize: null,
        pct,
        thresholdPct: null,
      },
      ...{ isAtLeast: false, of: base, narrowed: null, span },
    };
    return [{ share, start: label.start, end: cells.at(-1)?.end ?? label.end }];
  });
}

/** The only base that the words name: tables of revenue and receivables side by side are ambiguous. */
function baseOf(words: string): StatedShare['of'] | null {
  const bases = new Set(
    [/\b(?:net )?(?:revenues?|sales)\b/i, /\breceivables?\b/i, /\b(?:purchases|cost of [a-z]+)\b/i].flatMap(pattern => {
      const found = pattern.exec(words)?.[0];
      return found === undefined ? [] : [readBase(found)?.of ?? null];
    }),
  );
  const [only = null] = bases;
  return bases.size === 1 ? only : null;
}

function ownerOf(label: string): Pick<StatedShare, 'name' | 'label'> | null {
  const [anonymous] = readLabels(label);
  if (anonymous !== undefined) return { name: null, label: anonymous };
  const list = readNameList(label);
  const [mention] = list?.mentions ?? [];
  if (list === null || mention === undefined || list.mentions.length > 1 || list.end < label.length) return null;
  return /^total/i.test(label) ? null : { name: mention.name, label: mention.name };
}

/** The periods of the columns: years in the first row, or the dates of the paragraph. */
function spansOf(header: TableRow['header'], about: string, calendar: FiscalCalendar): Span[] {
  const years = header.map(cell => cell.text).filter(cell => YEAR.test(cell));
  const spans = years.map(year => calendar.year(Number(year.slice(-4))));
  if (years.length > 0) return spans.every(span => span !== null) ? spans : [];
  return readPeriods([...header.map(cell => cell.text), about].join(' '), calendar) ?? [];
}

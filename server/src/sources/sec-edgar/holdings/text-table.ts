import type { HoldingLine } from '../../../domain/ownership/holders/model/holdings-report.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { isCusip } from '../../../kernel/identifiers/check-digits.ts';
import { type StatedLine, Texts, toHoldingLine } from './information-table.ts';

/** A column by the position of its ruler, end exclusive, and the field that its heading states. */
interface Column {
  start: number;
  end: number;
  field: string;
}

/** The form's columns by words of their headings, in the schema's names; the first that fits. */
const HEADINGS: readonly (readonly [RegExp, string])[] = [
  [/CUSIP/, 'cusip'],
  [/NAME|ISSUER/, 'nameOfIssuer'],
  [/TITLE|CLASS/, 'titleOfClass'],
  [/SOLE/, 'Sole'],
  [/SHARED|SHRD/, 'Shared'],
  [/NONE/, 'None'],
  [/PUT|CALL/, 'putCall'],
  [/DISC|DSCR|INVSTMT|INVESTMENT|INV\b/, 'investmentDiscretion'],
  [/MANAGER|MGR/, 'otherManager'],
  [/VALUE|MARKET|1,?000/, 'value'],
  [/^SH\/?|SH ?\/ ?PRN|SH-PRN/, 'sshPrnamtType'],
  [/SHRS|SHARES|PRN ?AMT|AMOUNT|QUANTITY/, 'sshPrnamt'],
];
/** The order of the form, if headings do not state it. */
const ORDER = [
  'nameOfIssuer',
  'titleOfClass',
  'cusip',
  'value',
  'sshPrnamt',
  'sshPrnamtType',
  'putCall',
  'investmentDiscretion',
  'otherManager',
  'Sole',
  'Shared',
  'None',
];
const MIN_COLUMNS = 6;
const HEADING_LINES = 7;
const MAX_LINES = 200_000;

/**
 * The lines of a plain-text table. Its columns are those of the ruler under the headings (`<S> <C> <C>`, or rows of dashes).
 * A number belongs to the column above it, or to the nearest. Lines without CUSIP are headings, totals, or further lines of
 * the security above.
 */
export function readTextTable(fileName: string, text: string, log: AnomalyLog): HoldingLine[] {
  const lines: HoldingLine[] = [];
  const texts = new Texts();
  const rows = text.split('\n').map(row => row.replace(/\t/g, '        ').trimEnd());
  let columns: Column[] | null = null;
  let above: StatedLine | null = null;
  for (const [at, row] of rows.entries()) {
    const ruler = rulerOf(row);
    if (ruler !== null) {
      // A tag ruler under a dashed one adds no information.
      const named = nameColumns(ruler, rows.slice(Math.max(0, at - HEADING_LINES), at));
      columns = named ?? columns;
      above = null;
      continue;
    }
    if (columns === null || row.trim() === '' || lines.length >= MAX_LINES) continue;
    const stated = cellsOf(row, columns);
    const line = complete(stated, above);
    if (line === null) continue;
    above = line;
    lines.push(toHoldingLine(line, lines.length + 1, texts, log));
  }
  if (lines.length === 0) log.add('no_table_lines', fileName, columns === null ? 'no ruler' : 'no line has a CUSIP');
  return lines;
}

/** The spans of a ruler; null for other rows. */
function rulerOf(row: string): { start: number; end: number }[] | null {
  const marks = /<[SC]>/i.test(row)
    ? row.matchAll(/<[SC]>/gi)
    : /^[\s\-=]+$/.test(row)
      ? row.matchAll(/[-=]{2,}/g)
      : [];
  const spans = [...marks].map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
  if (spans.length < MIN_COLUMNS) return null;
  if (!row.includes('<')) return spans;
  // A tag is at the beginning of its column, which ends at the next tag.
  return spans.map(({ start }, at) => ({ start, end: (spans[at + 1]?.start ?? start + 12) - 1 }));
}

/** Columns by their headings; null if these name no CUSIP and are fewer than the form's. */
function nameColumns(spans: readonly { start: number; end: number }[], above: readonly string[]): Column[] | null {
  const heads = above.filter(row => row.trim() !== '' && rulerOf(row) === null);
  const taken = new Set<string>();
  const named = spans.map(({ start, end }, at) => {
    const from = at === 0 ? 0 : start;
    const to = spans[at + 1]?.start ?? end + 12;
    const words = heads
      .map(row => row.slice(from, to).trim())
      .join(' ')
      .replace(/\s+/g, ' ')
      .toUpperCase();
    const field = HEADINGS.find(([pattern, name]) => pattern.test(words) && !taken.has(name))?.[1] ?? '';
    taken.add(field);
    return { start, end, field };
  });
  if (['cusip', 'value', 'sshPrnamt'].every(field => taken.has(field))) return named;
  if (spans.length !== ORDER.length) return null;
  return spans.map(({ start, end }, at) => ({ start, end, field: ORDER[at] ?? '' }));
}

/**
 * The words of a row by field. Words with a single blank between them belong together unless they are in different columns.
 */
function cellsOf(row: string, columns: readonly Column[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { 0: word, index } of row.matchAll(/\S+/g)) {
    const { field } = columnAt(columns, index, index + word.length);
    if (field === '') continue;
    const known = cells.get(field);
    cells.set(field, known === undefined ? word : `${known} ${word}`);
  }
  return cells;
}

function columnAt(columns: readonly Column[], start: number, end: number): Column {
  let best = columns[0] ?? { start: 0, end: 0, field: '' };
  let least = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    // Below zero: how far the two overlap.
    const distance = Math.max(column.start - end, start - column.end);
    if (distance < least) [best, least] = [column, distance];
  }
  return best;
}

const IS_NUMBER = /^\$?\s?[\d,]+(?:\.\d+)?(?:\s*(?:SH|PRN))?$/i;

/** A line with its values; null for other rows. */
function complete(stated: Map<string, string>, above: StatedLine | null): StatedLine | null {
  const cusip =
    stated
      .get('cusip')
      ?.toUpperCase()
      .replace(/[\s-]+/g, '') ?? '';
  const hasAmounts = IS_NUMBER.test(stated.get('value') ?? '') && IS_NUMBER.test(stated.get('sshPrnamt') ?? '');
  if (!hasAmounts) return null;
  if (cusip.length >= 8 && /\d/.test(cusip))
    return withType(stated.set('cusip', isCusip(cusip) ? cusip : cusip.slice(0, 9)));
  if (cusip !== '' || above === null || /TOTAL/i.test(stated.get('nameOfIssuer') ?? '')) return null;
  if (!isFurther(stated)) return null;
  for (const field of ['nameOfIssuer', 'titleOfClass', 'cusip']) stated.set(field, above.get(field) ?? '');
  return withType(stated);
}

/** A further line of the security above names discretion or votes; a total does not. */
function isFurther(stated: StatedLine): boolean {
  return stated.has('investmentDiscretion') || stated.has('Sole') || stated.has('Shared') || stated.has('None');
}

/** `15,000 SH` may be under one heading. */
function withType(stated: Map<string, string>): StatedLine {
  const together = /^([\d,.]+)\s*(SH|PRN)$/i.exec(stated.get('sshPrnamt') ?? '');
  if (together?.[1] !== undefined && together[2] !== undefined) {
    stated.set('sshPrnamt', together[1]).set('sshPrnamtType', together[2]);
  }
  return stated;
}

import { readLines, splitCells, splitLines } from '../../../formats/tsv.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { fromNewYorkClock, type Instant, type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { accessionNumber, cik10 } from '../identifiers.ts';

/**
 * The quarterly Financial Statement Data Sets (https://www.sec.gov/data-research/sec-markets-data/financial-statement-data-sets):
 * `sub.txt` a row per filing, `num.txt` per value, `pre.txt` per line of a statement, `tag.txt` per concept. `num.txt`
 * is not sorted by filing. Columns are read by their header name: their number and order differ between editions.
 */
export const DATA_SET_TABLES = ['sub', 'num', 'pre', 'tag'] as const;
export type DataSetTable = (typeof DATA_SET_TABLES)[number];

export interface SubRow {
  adsh: string;
  /** Ten digits. */
  cik: string;
  name: string;
  sic: string | null;
  countryOfBusiness: string | null;
  countryOfIncorporation: string | null;
  ein: string | null;
  formerName: string | null;
  /** `MM-DD`. */
  fiscalYearEnd: string | null;
  form: string;
  period: IsoDate | null;
  fiscalYear: number | null;
  fiscalPeriod: string | null;
  filed: IsoDate;
  acceptedAt: Instant | null;
  /** True if a later filing of the same quarter superseded this one. */
  isAmendedLater: boolean;
  instance: string | null;
  /** Ten digits each: the further filers of the same filing. */
  coregistrantCiks: string[];
}

export interface NumRow {
  adsh: string;
  tag: string;
  version: string;
  /** Rounded to a month end by the registry. */
  ddate: IsoDate;
  /** Length in quarters, 0 for an instant. */
  qtrs: number;
  uom: string;
  /** As the registry writes it: `Axis=Member;` pairs, or `''`. */
  segments: string;
  coregistrant: string;
  /** Decimal text, null for nil. */
  value: string | null;
}

export interface PreRow {
  adsh: string;
  report: number;
  line: number;
  statement: string;
  isParenthetical: boolean;
  tag: string;
  version: string;
  label: string;
  isNegated: boolean;
}

export interface TagRow {
  tag: string;
  version: string;
  isCustom: boolean;
  isAbstract: boolean;
  /** monetary, shares, perShare, pure …; null for abstract ones. */
  datatype: string | null;
  /** I instant, D duration. */
  periodType: string | null;
  /** C credit, D debit. */
  balance: string | null;
}

/** The row type of each table. */
export interface DataSetRows {
  sub: SubRow;
  num: NumRow;
  pre: PreRow;
  tag: TagRow;
}

/** Returns a cell by column name, `''` if the table has no such column. */
type Cell = (column: string) => string;

const REQUIRED: Record<DataSetTable, string[]> = {
  sub: ['adsh', 'cik', 'name', 'form', 'filed'],
  num: ['adsh', 'tag', 'version', 'ddate', 'qtrs', 'uom', 'value'],
  pre: ['adsh', 'report', 'line', 'stmt', 'tag', 'version'],
  tag: ['tag', 'version'],
};

const READERS: { [T in DataSetTable]: (cell: Cell) => DataSetRows[T] | string } = {
  sub: readSub,
  num: readNum,
  pre: readPre,
  tag: readTag,
};

/**
 * The typed rows of one table in file order, in batches of about one chunk: only one batch is in memory. An unreadable row
 * becomes an anomaly `bad_row` with its line. A table without its columns has no rows and one anomaly `missing_column`.
 */
export async function* readDataSetTable<T extends DataSetTable>(
  table: T,
  chunks: AsyncIterable<Uint8Array>,
  log: AnomalyLog,
): AsyncGenerator<DataSetRows[T][]> {
  const reader = new TableReader(table, log);
  for await (const { line, lines } of readLines(chunks)) {
    const rows = reader.read(lines, line);
    if (rows.length > 0) yield rows;
  }
  reader.finish();
}

/** The same for a table, or one issuer's part of it with the header, that is in memory. */
export function parseDataSetTable<T extends DataSetTable>(table: T, text: string, log: AnomalyLog): DataSetRows[T][] {
  const reader = new TableReader(table, log);
  const rows = reader.read(splitLines(text), 1);
  reader.finish();
  return rows;
}

class TableReader<T extends DataSetTable> {
  readonly #table: T;
  readonly #log: AnomalyLog;
  #header: ReadonlyMap<string, number> | null = null;
  #lacksColumns = false;
  #rowCount = 0;

  constructor(table: T, log: AnomalyLog) {
    this.#table = table;
    this.#log = log;
  }

  read(lines: readonly string[], firstLine: number): DataSetRows[T][] {
    const rows: DataSetRows[T][] = [];
    for (const [at, line] of lines.entries()) {
      if (line === '' || this.#lacksColumns) continue;
      if (this.#header === null) this.#readHeader(line);
      else this.#readRow(splitCells(line), this.#header, firstLine + at, rows);
    }
    this.#rowCount += rows.length;
    return rows;
  }

  finish(): void {
    if (this.#rowCount === 0) this.#log.add('empty_answer', `${this.#table}.txt`, 'no rows in this table');
  }

  #readHeader(line: string): void {
    const names = splitCells(line.replace('\ufeff', ''));
    const header = new Map(names.map((name, column) => [name.trim().toLowerCase(), column]));
    const missing = REQUIRED[this.#table].filter(column => !header.has(column));
    this.#header = header;
    this.#lacksColumns = missing.length > 0;
    if (this.#lacksColumns) this.#log.add('missing_column', `${this.#table}.txt:1`, missing.join(', '));
  }

  #readRow(cells: readonly string[], header: ReadonlyMap<string, number>, line: number, rows: DataSetRows[T][]): void {
    const row =
      cells.length === header.size
        ? READERS[this.#table](column => cells[header.get(column) ?? -1] ?? '')
        : `${cells.length} cells where the header has ${header.size}`;
    if (typeof row === 'string') this.#log.add('bad_row', `${this.#table}.txt:${line}`, `${row}: ${cells.join(' | ')}`);
    else rows.push(row);
  }
}

function readSub(cell: Cell): SubRow | string {
  const adsh = accessionNumber(cell('adsh'));
  const cik = cik10(cell('cik'));
  const filed = compactDate(cell('filed'));
  if (adsh === null) return 'no accession';
  if (cik === null) return 'no CIK';
  if (filed === null) return 'no filing date';
  const year = cell('fy');
  return {
    adsh,
    cik,
    name: cell('name'),
    sic: textOrNull(cell('sic')),
    countryOfBusiness: textOrNull(cell('countryba')),
    countryOfIncorporation: textOrNull(cell('countryinc')),
    ein: /^\d{9}$/.test(cell('ein')) && !/^0+$/.test(cell('ein')) ? cell('ein') : null,
    formerName: textOrNull(cell('former')),
    fiscalYearEnd: monthDay(cell('fye')),
    form: cell('form'),
    period: compactDate(cell('period')),
    fiscalYear: /^\d{4}$/.test(year) ? Number(year) : null,
    fiscalPeriod: textOrNull(cell('fp')),
    filed,
    acceptedAt: newYorkInstant(cell('accepted')),
    isAmendedLater: cell('prevrpt') === '1',
    instance: textOrNull(cell('instance')),
    coregistrantCiks: cell('aciks')
      .split(/[\s,;]+/)
      .map(cik10)
      .filter(value => value !== null),
  };
}

function readNum(cell: Cell): NumRow | string {
  const ddate = compactDate(cell('ddate'));
  const qtrs = cell('qtrs');
  const value = cell('value');
  if (!isAccession(cell('adsh'))) return 'no accession';
  if (cell('tag') === '' || cell('version') === '') return 'no tag';
  if (ddate === null) return 'impossible date';
  if (!/^\d{1,3}$/.test(qtrs)) return 'no number of quarters';
  if (value !== '' && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) return 'bad value';
  return {
    adsh: cell('adsh'),
    tag: cell('tag'),
    version: cell('version'),
    ddate,
    qtrs: Number(qtrs),
    uom: cell('uom'),
    segments: cell('segments'),
    coregistrant: cell('coreg'),
    value: value === '' ? null : value,
  };
}

function readPre(cell: Cell): PreRow | string {
  if (!isAccession(cell('adsh'))) return 'no accession';
  if (cell('tag') === '') return 'no tag';
  if (!/^\d{1,6}$/.test(cell('report')) || !/^\d{1,6}$/.test(cell('line'))) return 'no place in a statement';
  return {
    adsh: cell('adsh'),
    report: Number(cell('report')),
    line: Number(cell('line')),
    statement: cell('stmt') === '' ? 'UN' : cell('stmt'),
    isParenthetical: cell('inpth') === '1',
    tag: cell('tag'),
    version: cell('version'),
    label: cell('plabel'),
    isNegated: cell('negating') === '1',
  };
}

function readTag(cell: Cell): TagRow | string {
  if (cell('tag') === '' || cell('version') === '') return 'no tag';
  return {
    tag: cell('tag'),
    version: cell('version'),
    isCustom: cell('custom') === '1',
    isAbstract: cell('abstract') === '1',
    datatype: textOrNull(cell('datatype')),
    periodType: textOrNull(cell('iord')),
    balance: textOrNull(cell('crdr')),
  };
}

function isAccession(text: string): boolean {
  return text.length === 20 && accessionNumber(text) === text;
}

/** `20090807` → `2009-08-07`, years 1900 to 2150; null for other texts. */
function compactDate(text: string): IsoDate | null {
  if (text.length !== 8) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return parseDay(date) === null || date < '1900' || date > '2151' ? null : date;
}

/** `0930` → `09-30`. */
function monthDay(text: string): string | null {
  const match = /^(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$/.exec(text.padStart(4, '0'));
  return match ? `${match[1]}-${match[2]}` : null;
}

/** `2009-08-07 09:10:00.0`, New York's clock. */
function newYorkInstant(text: string): Instant | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/.exec(text.trim());
  if (!match || parseDay(match[1] ?? '') === null) return null;
  return fromNewYorkClock(match[1] ?? '', `${match[2]}:${match[3]}:${match[4] ?? '00'}`);
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

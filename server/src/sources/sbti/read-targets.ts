import type { StatedTarget, TargetStatus } from '../../domain/markets/climate/model.ts';
import { dayOfSerial, readFirstSheet, type Sheet, type SheetCell } from '../../formats/xlsx/read-sheet.ts';
import { ZipError } from '../../formats/zip.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate, toIsoDate } from '../../kernel/dates.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import { isCountry } from '../../kernel/iso-codes.ts';
import { readTable } from '../kit/read-table.ts';

/** Names in the list, of now or earlier, that differ from the English names of Unicode. */
const OTHER_COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(
  readTable(new URL('country-names.tsv', import.meta.url)).map(([name = '', country = '']) => [name, country]),
);

let unicodeNames: ReadonlyMap<string, string> | null = null;

/** A current list has some twelve thousand rows. */
const MAX_TARGETS = 200_000;
const TEXT_CHARS = 8_000;
const NAME_CHARS = 300;

/** Names of columns since 2025, and before. */
const COLUMNS = {
  name: ['company_name', 'company name'],
  isin: ['isin'],
  lei: ['lei'],
  location: ['location'],
  nearStatus: ['near_term_status', 'near term - target status'],
  nearClass: ['near_term_target_classification', 'near term - target classification'],
  nearYear: ['near_term_target_year', 'near term - target year'],
  longStatus: ['long_term_status', 'long term - target status'],
  netStatus: ['net_zero_status'],
  netCommitted: ['net-zero committed'],
  netYear: ['net_zero_year', 'net-zero year'],
  text: ['full_target_language', 'target'],
  date: ['date_updated', 'date'],
  reason: ['reason_for_extension_or_removal', 'extension'],
} as const;
type Column = keyof typeof COLUMNS;

const NEEDED: readonly Column[] = ['name', 'isin', 'lei', 'nearStatus', 'nearYear', 'netYear', 'date'];

/** Cells that state nothing. */
const NOTHING = new Set(['', 'NA', 'N/A', '#N/A', '.', '-', 'NONE', 'NULL']);

const STATUSES: Readonly<Record<string, TargetStatus>> = {
  'targets set': 'targets_set',
  committed: 'committed',
  'commitment removed': 'commitment_removed',
  removed: 'commitment_removed',
};

/** The targets of a workbook in either layout. Never throws: damage is an anomaly. */
export function readTargets(bytes: Buffer, log: AnomalyLog): StatedTarget[] {
  const sheet = openSheet(bytes, log);
  if (sheet === null) return [];
  const [header = [], ...rows] = sheet.rows;
  const places = columnsOf(header);
  const missing = NEEDED.filter(column => !places.has(column));
  if (missing.length > 0 || !(places.has('netStatus') || places.has('netCommitted'))) {
    log.add('unexpected_document', `sheet ${sheet.name}`, `no columns ${missing.join(', ')}`);
    return [];
  }
  const read = rows.slice(0, MAX_TARGETS).flatMap((row, at) => {
    const target = readTarget(new TargetRow(row, places, sheet, `row ${at + 2}`, log));
    return target === null ? [] : [target];
  });
  if (rows.length > MAX_TARGETS) log.add('too_many_rows', '', `${rows.length} rows`);
  const vintage = sheet.writtenOn ?? newestOf(read);
  if (vintage === null && read.length > 0) log.add('no_vintage', '', 'neither the workbook nor a row has a day');
  return vintage === null ? [] : read.map(item => ({ vintage, ...item }));
}

function openSheet(bytes: Buffer, log: AnomalyLog): Sheet | null {
  try {
    const sheet = readFirstSheet(bytes);
    for (const { kind, detail } of sheet.faults) log.add(kind, `sheet ${sheet.name}`, detail);
    return sheet;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
    return null;
  }
}

function columnsOf(header: readonly SheetCell[]): ReadonlyMap<Column, number> {
  const names = header.map(cell =>
    String(cell ?? '')
      .trim()
      .toLowerCase(),
  );
  const found = (Object.keys(COLUMNS) as Column[]).map(column => {
    return [column, names.findIndex(name => (COLUMNS[column] as readonly string[]).includes(name))] as const;
  });
  return new Map(found.filter(([, at]) => at >= 0));
}

/** The newest day in a list, which dates a workbook without a date. */
function newestOf(targets: readonly Omit<StatedTarget, 'vintage'>[]): IsoDate | null {
  return targets.reduce<IsoDate | null>((best, { statusDate }) => {
    return statusDate !== null && (best === null || statusDate > best) ? statusDate : best;
  }, null);
}

function readTarget(row: TargetRow): Omit<StatedTarget, 'vintage'> | null {
  const companyName = row.text('name', NAME_CHARS);
  if (companyName === null) {
    row.complainUnlessBlank();
    return null;
  }
  const location = row.text('location', NAME_CHARS);
  const countryCode = location === null ? null : countryOfName(location);
  if (location !== null && countryCode === null) row.complain('unknown_country', location);
  const nearTermStatus = row.status('nearStatus');
  return {
    companyName,
    isins: row.isins(),
    lei: row.lei(),
    countryCode,
    nearTermStatus,
    nearTermClassification: row.text('nearClass', NAME_CHARS),
    nearTermTargetYear: row.year('nearYear'),
    netZeroStatus: row.netZeroStatus(),
    netZeroYear: row.year('netYear'),
    targetText: row.text('text', TEXT_CHARS),
    statusDate: row.date('date'),
    statusReason: row.text('reason', NAME_CHARS),
  };
}

/** ISO 3166-1 alpha-2 of a country by its English name; null if unknown. */
function countryOfName(name: string): string | null {
  unicodeNames ??= readUnicodeNames();
  const key = folded(name);
  // ISO 3166 writes `Korea, Republic of`.
  const turned = key.replace(/^([^,]+), (.+ of)$/, '$2 $1');
  return (
    [key, turned]
      .map(value => OTHER_COUNTRY_NAMES.get(value) ?? unicodeNames?.get(value))
      .find(code => code !== undefined) ?? null
  );
}

/** The names of Unicode (CLDR), which the runtime includes. */
function readUnicodeNames(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap(first => letters.map(second => first + second)).filter(isCountry);
  return new Map(codes.map(code => [folded(display.of(code) ?? code), code]));
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

class TargetRow {
  readonly #cells: readonly SheetCell[];
  readonly #places: ReadonlyMap<Column, number>;
  readonly #sheet: Sheet;
  readonly #place: string;
  readonly #log: AnomalyLog;

  constructor(
    cells: readonly SheetCell[],
    places: ReadonlyMap<Column, number>,
    sheet: Sheet,
    place: string,
    log: AnomalyLog,
  ) {
    this.#cells = cells;
    this.#places = places;
    this.#sheet = sheet;
    this.#place = place;
    this.#log = log;
  }

  complain(kind: string, detail: string): void {
    this.#log.add(kind, this.#place, detail);
  }

  complainUnlessBlank(): void {
    if (this.#cells.some(cell => cell !== null)) this.complain('no_company', this.#cells.join(' | ').slice(0, 200));
  }

  /** The text on one line; null if the cell states nothing. */
  text(column: Column, chars: number): string | null {
    const cell = this.#cell(column);
    const text = cell === null ? '' : String(cell).replace(/\s+/g, ' ').trim();
    return NOTHING.has(text.toUpperCase()) ? null : text.slice(0, chars).toWellFormed();
  }

  /** The ISINs with valid check digits in a cell, which may be a list. A cell without any is an anomaly. */
  isins(): string[] {
    const text = this.text('isin', TEXT_CHARS);
    const isins = (
      text
        ?.toUpperCase()
        .replace(/\b([A-Z]{2}) (?=[A-Z0-9]{9}\d\b)/g, '$1')
        .match(/[A-Z]{2}[A-Z0-9]{9}\d(?![A-Z0-9])/g) ?? []
    ).filter(isIsin);
    if (text !== null && isins.length === 0) this.complain('bad_isin', text);
    return [...new Set(isins)];
  }

  lei(): string | null {
    const text =
      this.text('lei', NAME_CHARS)
        ?.replace(/\s/g, '')
        .toUpperCase()
        .replace(/^LEI:?(?=.{20}$)/, '') ?? null;
    if (text === null || isLei(text)) return text;
    this.complain('bad_lei', text);
    return null;
  }

  status(column: Column): TargetStatus | null {
    const text = this.text(column, NAME_CHARS);
    const status = text === null ? null : (STATUSES[text.toLowerCase()] ?? null);
    if (text !== null && status === null) this.complain('unknown_status', text);
    return status;
  }

  /** Before 2025 the list states whether a company is net-zero committed, and its long-term targets. */
  netZeroStatus(): TargetStatus | null {
    if (this.#places.has('netStatus')) return this.status('netStatus');
    if (this.text('netCommitted', NAME_CHARS)?.toLowerCase() !== 'yes') return null;
    return this.status('longStatus') === 'targets_set' ? 'targets_set' : 'committed';
  }

  /** `2030`, `2030.0`, `FY2030`; null for several years in one cell. */
  year(column: Column): number | null {
    const cell = this.#cell(column);
    if (typeof cell === 'number') return Number.isInteger(cell) && cell > 1_900 && cell < 2_200 ? cell : null;
    const [, year] = /^(?:FY\s*)?((?:19|20|21)\d\d)(?:\.0+)?$/i.exec(cell?.trim() ?? '') ?? [];
    return year === undefined ? null : Number(year);
  }

  /** Days are serial numbers since 2025, and texts with the day first before. */
  date(column: Column): IsoDate | null {
    const cell = this.#cell(column);
    if (cell === null || NOTHING.has(String(cell).trim().toUpperCase())) return null;
    if (typeof cell === 'number' && cell > 0 && cell < 100_000) {
      return toIsoDate(dayOfSerial(cell, this.#sheet.countsFrom1904));
    }
    const text = String(cell).trim();
    const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
    const date = dateOrNull(
      day === undefined ? text.slice(0, 10) : `${year}-${(month ?? '').padStart(2, '0')}-${day.padStart(2, '0')}`,
    );
    if (date === null) this.complain('bad_date', text);
    return date;
  }

  #cell(column: Column): SheetCell {
    return this.#cells[this.#places.get(column) ?? -1] ?? null;
  }
}

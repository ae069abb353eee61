import type { FaceRow, FactSeries, FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { AsFiledStatementType } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Day, parseDay } from '../../kernel/dates.ts';
import { canonicalDecimal, readExactNumber } from '../../kernel/exact-number.ts';
import { readTable } from '../kit/read-table.ts';
import { toFactFiling } from '../kit/xbrl/to-fact-filing.ts';
import { versionOf } from './filings.ts';
import type { Row } from './read-table.ts';

/** The statements of a year's zip, in the order in which a document has them. */
export const STATEMENTS = readTable(new URL('./statements.tsv', import.meta.url)).map(
  ([table = '', statement = '', type = '']) => ({ table, statement, type: type as AsFiledStatementType }),
);

/** Columns of every statement. Those of a period also have `DT_INI_EXERC`. */
export const STATEMENT_COLUMNS = [
  'CNPJ_CIA',
  'DT_REFER',
  'VERSAO',
  'MOEDA',
  'ESCALA_MOEDA',
  'DT_FIM_EXERC',
  'CD_CONTA',
  'DS_CONTA',
  'VL_CONTA',
];

/** The tables of statements by their names in the zip: `BPA_con`, `BPA_ind` … */
export const STATEMENT_TABLES: readonly string[] = STATEMENTS.flatMap(({ table }) => [`${table}_con`, `${table}_ind`]);

/** Accounts per share, in units of the currency in statements of any scale. */
const PER_SHARE = /^3\.99(?:\.|$)/;
const SCALES: Readonly<Record<string, number>> = { UNIDADE: 0, MIL: 3, MILHAO: 6, MILHÃO: 6 };
const CURRENCIES: Readonly<Record<string, string>> = { REAL: 'BRL', DOLAR: 'USD', DÓLAR: 'USD', EURO: 'EUR' };

/** The rows of one company's statements by table, and its filings by {@link documentKey}. */
export interface CompanyStatements {
  source: string;
  tables: ReadonlyMap<string, readonly Row[]>;
  filings: ReadonlyMap<string, Filing>;
}

/** The reference date and version of a row's document. Statements do not state its id. */
export function documentKey(row: Row): string {
  return `${row.cell('DT_REFER').slice(0, 10)} ${versionOf(row)}`;
}

/**
 * The values of a company's statements: account codes as concepts (`cvm:3.01`), in whole units of the currency, for all
 * columns. If a document has consolidated statements, these have no dimension and the company's own have
 * `basis=non_consolidated`; otherwise its own have none. Columns of the statement of changes in equity are members of
 * `COLUNA_DF`. The rows without a basis are the faces, in the company's words. Null if there is no value.
 */
export function toFactSet({ source, tables, filings }: CompanyStatements, log: AnomalyLog): FactSet | null {
  const documents = [...filings.values()];
  const places = new Map(documents.map((filing, at) => [filing, at]));
  const faces = new Faces();
  const filed = documents.map(toFactFiling);
  const set: FactSet = { source, datesRounded: false, filings: filed, series: [], faces: faces.rows };
  const columns = new SeriesColumns(set.series, log);
  const consolidated = documentsWith(tables, '_con');
  for (const [at, { table, statement }] of STATEMENTS.entries()) {
    for (const basis of ['_con', '_ind']) {
      for (const row of tables.get(table + basis) ?? []) {
        const key = documentKey(row);
        const filing = filings.get(key);
        if (filing === undefined) {
          log.add('unknown_filing', row.locator, `no document ${key} in the index`);
          continue;
        }
        const isOther = basis === '_ind' && consolidated.has(key);
        columns.add(row, places.get(filing) ?? 0, isOther ? 'basis=non_consolidated' : '');
        if (!isOther) faces.add(filing.nativeId, { row, statement, report: at + 1 });
      }
    }
  }
  return set.series.length === 0 ? null : set;
}

/** The {@link documentKey}s of documents with statements of a basis. */
export function documentsWith(tables: CompanyStatements['tables'], basis: string): ReadonlySet<string> {
  const rows = STATEMENTS.flatMap(({ table }) => tables.get(table + basis) ?? []);
  return new Set(rows.map(documentKey));
}

/** The rows of statements as the company presents them: each account once, in the order of the table. */
class Faces {
  readonly rows: Record<string, FaceRow[]> = {};
  readonly #shown = new Set<string>();
  readonly #lines = new Map<string, number>();

  add(accession: string, { row, statement, report }: { row: Row; statement: string; report: number }): void {
    const concept = conceptOf(row);
    const place = `${accession} ${report}`;
    if (this.#shown.has(`${place} ${concept}`)) return;
    this.#shown.add(`${place} ${concept}`);
    const line = (this.#lines.get(place) ?? 0) + 1;
    this.#lines.set(place, line);
    const rows = this.rows[accession] ?? [];
    this.rows[accession] = rows;
    const label = row.cell('DS_CONTA');
    rows.push({ statement, report, line, concept, label, isNegated: false, isParenthetical: false });
  }
}

/** The account of a row as a concept, `cvm:3.01`. */
export function conceptOf(row: Row): string {
  return `cvm:${row.cell('CD_CONTA')}`;
}

/** Fills the columns of series. Repeated values count once; values that contradict the first are anomalies. */
class SeriesColumns {
  readonly #series: FactSeries[];
  readonly #log: AnomalyLog;
  readonly #byKey = new Map<string, FactSeries>();
  readonly #values = new Map<string, string>();

  constructor(series: FactSeries[], log: AnomalyLog) {
    this.#series = series;
    this.#log = log;
  }

  add(row: Row, filing: number, basis: string): void {
    const value = readValue(row, this.#log);
    const period = readPeriod(row, this.#log);
    if (value === null || period === null) return;
    const column = row.cell('COLUNA_DF');
    const equity = column === '' ? [] : [`COLUNA_DF=${column.replace(/[;=]/g, ' ')}`];
    const dimensions = [...equity, ...(basis === '' ? [] : [basis])].join(';');
    const series = this.#seriesOf(conceptOf(row), value.unit, dimensions);
    const place = `${conceptOf(row)} ${value.unit} ${dimensions} ${period.start} ${period.end} ${filing}`;
    const first = this.#values.get(place);
    if (first !== undefined) {
      if (first !== value.digits) {
        this.#log.add('contradictory_facts', row.locator, `${place}: ${first} and ${value.digits}`);
      }
      return;
    }
    this.#values.set(place, value.digits);
    if (value.exact !== null) {
      series.exact ??= {};
      series.exact[series.values.length] = value.exact;
    }
    series.starts.push(period.start);
    series.ends.push(period.end);
    series.values.push(value.value);
    series.filings.push(filing);
    series.decimals?.push(value.decimals);
  }

  #seriesOf(concept: string, unit: string, dimensions: string): FactSeries {
    const key = `${concept} ${unit} ${dimensions}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const made: FactSeries = { concept, unit, dimensions, starts: [], ends: [], values: [], filings: [], decimals: [] };
    this.#byKey.set(key, made);
    this.#series.push(made);
    return made;
  }
}

export interface StatedValue {
  unit: string;
  value: number;
  exact: string | null;
  digits: string;
  decimals: number | null;
}

/** The value of a row in whole units; null for headings and, with an anomaly `bad_value`, for text that is not a number. */
export function readValue(row: Row, log: AnomalyLog): StatedValue | null {
  const scale = SCALES[row.cell('ESCALA_MOEDA').toUpperCase()];
  const currency = row.cell('MOEDA').toUpperCase();
  const text = row.cell('VL_CONTA');
  // An account without a value is a heading.
  if (text === '') return null;
  if (scale === undefined || !/^[+-]?\d*\.?\d+$/.test(text)) {
    log.add('bad_value', row.locator, `${text} in ${row.cell('ESCALA_MOEDA')}`);
    return null;
  }
  const isPerShare = PER_SHARE.test(row.cell('CD_CONTA'));
  const digits = isPerShare ? text : `${text}e${scale}`;
  const number = readExactNumber(digits);
  if (number === null) {
    log.add('bad_value', row.locator, text);
    return null;
  }
  const unit = CURRENCIES[currency] ?? currency;
  const decimals = isPerShare || scale === 0 ? null : -scale;
  const stated = { ...number, digits: canonicalDecimal(digits) ?? digits, decimals };
  return { unit: isPerShare ? `${unit}/shares` : unit, ...stated };
}

/** The period of a row; null, with an anomaly `bad_period`, if it has no valid dates. */
export function readPeriod(row: Row, log: AnomalyLog): { start: Day | null; end: Day } | null {
  const end = parseDay(row.cell('DT_FIM_EXERC').slice(0, 10));
  const from = row.cell('DT_INI_EXERC').slice(0, 10);
  const start = from === '' ? null : parseDay(from);
  if (end !== null && (from === '' || (start !== null && start <= end))) return { start, end };
  log.add('bad_period', row.locator, `${from} to ${row.cell('DT_FIM_EXERC')}`);
  return null;
}

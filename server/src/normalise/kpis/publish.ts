import { toIsoDate } from '../../kernel/dates.ts';
import type { CompanyType, KpiPeriod, KpiValue, MissingReason } from '../../model/financials.ts';
import type { Cell, Cells } from './cell.ts';
import { type ChartRow, CODE_NAMES, codeNumber } from './chart.ts';
import { NO_START } from './observations.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';

/** Lenders, insurers and funds show no operating income as a rule: where they do it is given, else it does not apply. */
const WITHOUT_OPERATING_INCOME: ReadonlySet<CompanyType> = new Set<CompanyType>([
  'bank',
  'insurer',
  'investment_company',
]);
const OPERATING_INCOME = codeNumber('operating_income');

/** Turns worked-out periods into the model's words. Dates and reasons repeat a great deal, so they are kept. */
export class Publisher {
  readonly #prepared: Prepared;
  readonly #dates = new Map<number, string>();
  readonly #used = new Set<number>();
  readonly #missingByKey = new Map<string, Record<string, MissingReason>>();
  /** End of the newest period that a report of its own covers. */
  readonly #newestReport: number;
  readonly #valuesOf = new Map<Cells, Record<string, KpiValue>>();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
    this.#newestReport = prepared.own.reduce(
      (newest, period) => Math.max(newest, period.end),
      Number.NEGATIVE_INFINITY,
    );
  }

  period(row: PeriodRow): KpiPeriod {
    const { filings } = this.#prepared;
    this.#used.add(row.filing);
    return {
      fiscalYear: row.fiscalYear,
      fiscalPeriod: row.fiscalPeriod,
      periodStart: this.#date(row.start),
      periodEnd: this.#date(row.end),
      accession: filings[row.filing]?.accession ?? '',
      companyType: row.chart.companyType,
      currency: this.#prepared.currencies[row.filing] ?? 'USD',
      accountingStandard: this.#standard(row),
      status: row.status,
      breaches: [...row.breaches],
      values: this.#cells(row.cells),
      missing: this.#missing(row),
    };
  }

  /** Positions of the filings that any published value or period names. */
  get usedFilings(): ReadonlySet<number> {
    return this.#used;
  }

  /** Codes without a value. Periods of one kind lack the same ones as a rule, so they share the (frozen) record. */
  #missing(row: PeriodRow): Record<string, MissingReason> {
    const isAwaited = row.end > this.#newestReport + 7;
    let key = `${row.chart.companyType}${isAwaited}`;
    let bits = 0;
    for (let code = 0; code < row.cells.length; code++) {
      bits = (bits << 1) | (row.cells[code] ? 1 : 0);
      if (code % 30 === 29) {
        key += `,${bits}`;
        bits = 0;
      }
    }
    key += `,${bits}`;
    const known = this.#missingByKey.get(key);
    if (known) return known;
    const missing: Record<string, MissingReason> = {};
    const isWithout = WITHOUT_OPERATING_INCOME.has(row.chart.companyType);
    const isForeign = (rule: ChartRow) => isWithout && rule.number === OPERATING_INCOME;
    for (const [number, rule] of row.chart.rows.entries()) {
      if (row.cells[number]) continue;
      const reason = isAwaited ? 'not_published_yet' : 'not_reported';
      missing[CODE_NAMES[number] ?? ''] = rule === null || isForeign(rule) ? 'not_applicable' : reason;
    }
    this.#missingByKey.set(key, Object.freeze(missing));
    return missing;
  }

  #cells(cells: Cells): Record<string, KpiValue> {
    const known = this.#valuesOf.get(cells);
    if (known) return known;
    const values: Record<string, KpiValue> = {};
    for (let code = 0; code < cells.length; code++) {
      const cell = cells[code];
      if (cell) values[CODE_NAMES[code] ?? ''] = cell.published ?? this.#value(cell);
    }
    this.#valuesOf.set(cells, values);
    return values;
  }

  #value(cell: Cell): KpiValue {
    const { filings, observations } = this.#prepared;
    this.#used.add(cell.filing);
    const value: KpiValue = {
      value: cell.value,
      unit: observations.units[cell.unit] ?? 'pure',
      method: cell.method,
      concept: cell.concept === -1 ? null : (observations.conceptNames[cell.concept] ?? null),
      accession: filings[cell.filing]?.accession ?? '',
      periodStart: cell.start === NO_START ? null : this.#date(cell.start),
      periodEnd: this.#date(cell.end),
      decimals: cell.decimals,
      status: cell.status,
      flags: cell.flags as string[],
    };
    if (cell.exact !== null) value.exact = cell.exact;
    if (cell.formula !== null) value.formula = cell.formula;
    if (cell.basis !== null) value.basis = cell.basis;
    if (cell.first !== null) {
      this.#used.add(cell.first.filing);
      const accession = filings[cell.first.filing]?.accession ?? '';
      value.firstReported = { value: cell.first.value, accession, restatement: cell.first.restatement };
    }
    cell.published = value;
    return value;
  }

  #standard(row: PeriodRow): string {
    for (const cell of row.cells) {
      if (!cell || cell.concept === -1) continue;
      const name = this.#prepared.observations.conceptNames[cell.concept] ?? '';
      if (name.startsWith('us-gaap:')) return 'us-gaap';
      if (name.startsWith('ifrs-full:')) return 'ifrs-full';
    }
    return 'us-gaap';
  }

  #date(day: number): string {
    const known = this.#dates.get(day);
    if (known !== undefined) return known;
    const date = toIsoDate(day);
    this.#dates.set(day, date);
    return date;
  }
}

import { toIsoDate } from '../../kernel/dates.ts';
import type { KpiPeriod, KpiValue, MissingReason } from '../../model/financials.ts';
import type { Cell } from './cell.ts';
import { CODE_NAMES } from './chart.ts';
import { NO_START } from './observations.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';

/** Turns worked-out periods into the model's words. Dates and reasons repeat a great deal, so they are kept. */
export class Publisher {
  readonly #prepared: Prepared;
  readonly #dates = new Map<number, string>();
  readonly #used = new Set<number>();
  readonly #values = new Map<Cell, KpiValue>();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  period(row: PeriodRow): KpiPeriod {
    const { filings, own } = this.#prepared;
    const values: Record<string, KpiValue> = {};
    const missing: Record<string, MissingReason> = {};
    const newestOwn = own.reduce((newest, period) => Math.max(newest, period.end), Number.NEGATIVE_INFINITY);
    const reason: MissingReason = row.end > newestOwn + 7 ? 'not_published_yet' : 'not_reported';
    for (const [number, rule] of row.chart.rows.entries()) {
      const code = CODE_NAMES[number] ?? '';
      const cell = row.cells[number];
      if (cell) values[code] = this.#value(cell);
      else missing[code] = rule === null ? 'not_applicable' : reason;
    }
    this.#used.add(row.filing);
    const currency = this.#prepared.currencies[row.filing] ?? 'USD';
    return {
      fiscalYear: row.fiscalYear,
      fiscalPeriod: row.fiscalPeriod,
      periodStart: this.#date(row.start),
      periodEnd: this.#date(row.end),
      accession: filings[row.filing]?.accession ?? '',
      companyType: row.chart.companyType,
      currency,
      accountingStandard: this.#standard(row),
      status: row.status,
      breaches: [...row.breaches],
      values,
      missing,
    };
  }

  /** Positions of the filings that any published value or period names. */
  get usedFilings(): ReadonlySet<number> {
    return this.#used;
  }

  #value(cell: Cell): KpiValue {
    const known = this.#values.get(cell);
    if (known) return known;
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
    this.#values.set(cell, value);
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

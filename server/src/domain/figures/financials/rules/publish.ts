import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { KpiPeriod, KpiValue } from '../model/financials.ts';
import { CODE_NAMES } from './checks/chart.ts';
import { type MissingCodes, RowDescriber } from './describe-row.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';
import type { Cell, Cells } from './values/cell.ts';
import { NO_START } from './values/observations.ts';

/** Converts computed periods to the model. */
export class Publisher {
  readonly #prepared: Prepared;
  readonly #describer: RowDescriber;
  readonly #used = new Set<number>();
  readonly #missingOf = new Map<MissingCodes, Record<string, MissingReason>>();
  readonly #valuesOf = new Map<Cells, Record<string, KpiValue>>();

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
    this.#describer = new RowDescriber(prepared);
  }

  period(row: PeriodRow): KpiPeriod {
    const { filings } = this.#prepared;
    this.#used.add(row.filing);
    return {
      fiscalYear: row.fiscalYear,
      fiscalPeriod: row.fiscalPeriod,
      periodStart: this.#describer.date(row.start),
      periodEnd: this.#describer.date(row.end),
      accession: filings[row.filing]?.accession ?? '',
      companyType: row.chart.companyType,
      currency: this.#prepared.currencies[row.filing] ?? 'USD',
      accountingStandard: this.#describer.standard(row),
      status: row.status,
      breaches: [...row.breaches],
      values: this.#cells(row.cells),
      missing: this.#missing(row),
    };
  }

  /** Positions of the filings that a published value or period refers to. */
  get usedFilings(): ReadonlySet<number> {
    return this.#used;
  }

  #missing(row: PeriodRow): Record<string, MissingReason> {
    const codes = this.#describer.missing(row);
    const known = this.#missingOf.get(codes);
    if (known) return known;
    const missing: Record<string, MissingReason> = {};
    for (const [number, reason] of codes) missing[CODE_NAMES[number] ?? ''] = reason;
    this.#missingOf.set(codes, missing);
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
      periodStart: cell.start === NO_START ? null : this.#describer.date(cell.start),
      periodEnd: this.#describer.date(cell.end),
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
}

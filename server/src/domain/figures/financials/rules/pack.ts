import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import {
  DictionaryIndex,
  type FinancialsDictionary,
  itemsText,
  methodNumber,
  restatementNumber,
  type StoredPeriod,
  statusNumber,
  type Tuple,
} from '../model/financials-codec.ts';
import { CODE_NAMES } from './checks/chart.ts';
import { type MissingCodes, RowDescriber } from './describe-row.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';
import type { Cell, Cells } from './values/cell.ts';
import { NO_START } from './values/observations.ts';

/**
 * Packs computed periods for the store (model/financials-codec.ts), directly from their cells. A balance is part of
 * several periods, so its text is made once.
 */
export class Packer {
  readonly #prepared: Prepared;
  readonly #describer: RowDescriber;
  readonly #codes: NumberedNames;
  readonly #units: NumberedNames;
  readonly #filings: NumberedNames;
  readonly #concepts: NumberedNames;
  readonly #formulas = new DictionaryIndex();
  readonly #missing = new Map<MissingCodes, string>();
  #last: { cells: Cells | null; text: string } = { cells: null, text: '' };

  constructor(prepared: Prepared) {
    const { observations, filings } = prepared;
    this.#prepared = prepared;
    this.#describer = new RowDescriber(prepared);
    this.#codes = new NumberedNames(CODE_NAMES);
    this.#units = new NumberedNames(observations.units);
    this.#filings = new NumberedNames(filings.map(filing => filing.accession));
    this.#concepts = new NumberedNames(observations.conceptNames);
  }

  period(row: PeriodRow): StoredPeriod {
    this.#filings.of(row.filing);
    return {
      fiscalPeriod: row.fiscalPeriod,
      fiscalYear: row.fiscalYear,
      periodStart: this.#describer.date(row.start),
      periodEnd: this.#describer.date(row.end),
      accession: this.#prepared.filings[row.filing]?.accession ?? '',
      companyType: row.chart.companyType,
      currency: this.#prepared.currencies[row.filing] ?? 'USD',
      accountingStandard: this.#describer.standard(row),
      status: row.status,
      breaches: JSON.stringify(row.breaches),
      items: itemsText(this.#pack(row.cells), this.#missingText(this.#describer.missing(row))),
    };
  }

  dictionary(): FinancialsDictionary {
    return {
      codes: this.#codes.used(),
      units: this.#units.used(),
      filings: this.#filings.usedPositions().map(at => {
        const filing = this.#prepared.filings[at];
        return [filing?.accession ?? '', filing?.form ?? '', filing?.filed ?? '', filing?.knownAt ?? ''];
      }),
      concepts: this.#concepts.used(),
      formulas: this.#formulas.keys(),
    };
  }

  /** The texts of a row's values; a fiscal year and the trailing year at its end share them all. */
  #pack(cells: Cells): string {
    if (this.#last.cells === cells) return this.#last.text;
    const texts: string[] = [];
    for (let code = 0; code < cells.length; code++) {
      const cell = cells[code];
      if (!cell) continue;
      cell.packed ??= JSON.stringify(this.#tuple(code, cell));
      texts.push(cell.packed);
    }
    this.#last = { cells, text: texts.join() };
    return this.#last.text;
  }

  #tuple(code: number, cell: Cell): Tuple {
    if (!Number.isFinite(cell.value))
      throw new Error(`the value of ${CODE_NAMES[code]} is not a number: ${cell.value}`);
    const { start, end } = cell.dates;
    const tuple: Tuple = [
      this.#codes.of(code),
      cell.exact ?? cell.value,
      this.#units.of(cell.unit),
      methodNumber(cell.method),
      cell.concept === -1 ? -1 : this.#concepts.of(cell.concept),
      this.#filings.of(cell.filing),
      start === NO_START ? null : start,
      end,
      cell.decimals,
      statusNumber(cell.status),
    ];
    this.#addRare(tuple, cell);
    return tuple;
  }

  /** Members that most values lack; trailing absent members are omitted. */
  #addRare(tuple: Tuple, { formula, flags, basis, first }: Cell): void {
    const isFlagged = flags.length > 0;
    if (formula === null && !isFlagged && basis === null && first === null) return;
    tuple.push(formula === null ? null : this.#formulas.of(formula));
    if (!isFlagged && basis === null && first === null) return;
    tuple.push(isFlagged ? [...flags] : null);
    if (basis === null && first === null) return;
    tuple.push(basis);
    if (first === null) return;
    tuple.push([first.value, this.#filings.of(first.filing), restatementNumber(first.restatement)]);
  }

  #missingText(codes: MissingCodes): string {
    const known = this.#missing.get(codes);
    if (known !== undefined) return known;
    const byReason: Partial<Record<MissingReason, number[]>> = {};
    for (const [code, reason] of codes) {
      const same = byReason[reason];
      if (same === undefined) byReason[reason] = [this.#codes.of(code)];
      else same.push(this.#codes.of(code));
    }
    const text = JSON.stringify(byReason);
    this.#missing.set(codes, text);
    return text;
  }
}

/** Numbers the used names of a list in the order of first use. */
class NumberedNames {
  readonly #names: readonly string[];
  readonly #numbers: Int32Array;
  readonly #used: number[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#numbers = new Int32Array(names.length).fill(-1);
  }

  of(position: number): number {
    const known = this.#numbers[position];
    if (known === undefined) throw new RangeError(`there is no name at ${position} of ${this.#names.length}`);
    if (known !== -1) return known;
    this.#numbers[position] = this.#used.length;
    this.#used.push(position);
    return this.#used.length - 1;
  }

  usedPositions(): readonly number[] {
    return this.#used;
  }

  used(): string[] {
    return this.#used.map(position => this.#names[position] ?? '');
  }
}

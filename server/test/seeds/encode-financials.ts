import type { Financials, KpiPeriod, KpiValue } from '../../src/domain/figures/financials/model/financials.ts';
import {
  DictionaryIndex,
  type FinancialsDictionary,
  itemsText,
  methodNumber,
  restatementNumber,
  type StoredPeriod,
  statusNumber,
  type Tuple,
} from '../../src/domain/figures/financials/model/financials-codec.ts';
import { parseDay } from '../../src/kernel/dates.ts';
import type { MissingReason } from '../../src/kernel/missing-reason.ts';

/** Packs financials written by hand as the rules pack what they make (normalise/kpis/pack.ts). Throws if a value is not a number. */
export function encodeFinancials(financials: Financials): { dictionary: string; periods: StoredPeriod[] } {
  const indexes = {
    codes: new DictionaryIndex(),
    units: new DictionaryIndex(),
    filings: new DictionaryIndex(),
    concepts: new DictionaryIndex(),
    formulas: new DictionaryIndex(),
  };
  const periods = financials.periods.map(period => encodePeriod(period, indexes));
  const dictionary: FinancialsDictionary = {
    codes: indexes.codes.keys(),
    units: indexes.units.keys(),
    filings: indexes.filings.keys().map(accession => {
      const filing = financials.filings[accession];
      if (!filing) throw new Error(`The financials name the filing ${accession} but do not describe it.`);
      return [accession, filing.form, filing.filed, filing.filedAt];
    }),
    concepts: indexes.concepts.keys(),
    formulas: indexes.formulas.keys(),
  };
  return { dictionary: JSON.stringify(dictionary), periods };
}

type Indexes = Record<keyof FinancialsDictionary, DictionaryIndex>;

function encodePeriod(period: KpiPeriod, indexes: Indexes): StoredPeriod {
  indexes.filings.of(period.accession);
  const tuples: Tuple[] = [];
  for (const code of Object.keys(period.values)) {
    const value = period.values[code];
    if (value !== undefined) tuples.push(encodeValue(code, value, indexes));
  }
  const missing: Partial<Record<MissingReason, number[]>> = {};
  for (const code of Object.keys(period.missing)) {
    const reason = period.missing[code];
    if (reason === undefined) continue;
    const same = missing[reason];
    if (same === undefined) missing[reason] = [indexes.codes.of(code)];
    else same.push(indexes.codes.of(code));
  }
  return {
    fiscalPeriod: period.fiscalPeriod,
    fiscalYear: period.fiscalYear,
    periodStart: period.periodStart,
    periodEnd: period.periodEnd,
    accession: period.accession,
    companyType: period.companyType,
    currency: period.currency,
    accountingStandard: period.accountingStandard,
    status: period.status,
    breaches: JSON.stringify(period.breaches),
    items: itemsText(tuples.map(tuple => JSON.stringify(tuple)).join(), JSON.stringify(missing)),
  };
}

function encodeValue(code: string, value: KpiValue, { codes, units, filings, concepts, formulas }: Indexes): Tuple {
  if (!Number.isFinite(value.value)) throw new Error(`The value of ${code} is not a number: ${value.value}.`);
  const { firstReported: first } = value;
  const tuple: Tuple = [
    codes.of(code),
    value.exact ?? value.value,
    units.of(value.unit),
    methodNumber(value.method),
    value.concept === null ? -1 : concepts.of(value.concept),
    filings.of(value.accession),
    value.periodStart === null ? null : dayOf(value.periodStart),
    dayOf(value.periodEnd),
    value.decimals,
    statusNumber(value.status),
  ];
  const isFlagged = value.flags.length > 0;
  if (value.formula === undefined && !isFlagged && !value.basis && first === undefined) return tuple;
  tuple.push(value.formula === undefined ? null : formulas.of(value.formula));
  if (!isFlagged && !value.basis && first === undefined) return tuple;
  tuple.push(isFlagged ? value.flags : null);
  if (!value.basis && first === undefined) return tuple;
  tuple.push(value.basis ?? null);
  if (first === undefined) return tuple;
  tuple.push([first.value, filings.of(first.accession), restatementNumber(first.restatement)]);
  return tuple;
}

function dayOf(date: string): number {
  const day = parseDay(date);
  if (day === null) throw new Error(`Not a date: ${date}.`);
  return day;
}

import { toIsoDate } from '../../../../kernel/dates.ts';
import { MISSING_REASONS, type MissingReason } from '../../../../kernel/missing-reason.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import {
  type Breach,
  type FiscalPeriod,
  type KpiPeriod,
  type KpiValue,
  type Method,
  VALIDATION_STATUSES,
  type ValidationStatus,
} from './financials.ts';

/**
 * Storage format of canonical values: a dictionary per issuer (codes, units, filings, concepts, formulas) and, per
 * period, one short tuple per value that refers to it. A full response is about twenty times larger.
 */
export interface FinancialsDictionary {
  codes: string[];
  units: string[];
  /** [accession, form, filed, filed at] */
  filings: [string, string, string, string][];
  concepts: string[];
  formulas: string[];
}

/** Changes whenever stored financials must be rewritten to be readable. */
export const CODEC_VERSION = '3';

const METHODS: readonly Method[] = ['reported', 'derived', 'summed'];
const RESTATEMENTS = ['amendment', 'recast', 'correction'] as const;

/** A period as stored; `items` and `breaches` are JSON text. */
export interface StoredPeriod {
  fiscalPeriod: FiscalPeriod;
  fiscalYear: number;
  periodStart: string;
  periodEnd: string;
  accession: string;
  companyType: CompanyType;
  currency: string;
  accountingStandard: string;
  status: ValidationStatus;
  breaches: string;
  items: string;
}

/** One value; trailing members are omitted if they are absent. */
export type Tuple = [
  code: number,
  value: number | string,
  unit: number,
  method: number,
  concept: number,
  filing: number,
  startDay: number | null,
  endDay: number,
  decimals: number | 'INF' | null,
  status: number,
  formula?: number | null,
  flags?: string[] | null,
  basis?: string | null,
  first?: [value: number, filing: number, restatement: number] | null,
];

/** The content of a stored period: a tuple per value, and the codes without a value by reason. */
interface StoredItems {
  v: Tuple[];
  m: Partial<Record<MissingReason, number[]>>;
}

/** The JSON text of a period's items: comma-separated tuples, and the codes without a value by reason. */
export function itemsText(tuples: string, missing: string): string {
  return `{"v":[${tuples}],"m":${missing}}`;
}

/** An empty dictionary. */
export const EMPTY_DICTIONARY: FinancialsDictionary = { codes: [], units: [], filings: [], concepts: [], formulas: [] };

/** The number of a method in tuples. */
export function methodNumber(method: Method): number {
  return METHODS.indexOf(method);
}

/** A packed status. */
export function statusNumber(status: ValidationStatus): number {
  return VALIDATION_STATUSES.indexOf(status);
}

/** A packed restatement. */
export function restatementNumber(restatement: (typeof RESTATEMENTS)[number]): number {
  return RESTATEMENTS.indexOf(restatement);
}

/** Unpacks one stored period. `codes` limits the work to the requested line items. */
export function decodePeriod(
  stored: StoredPeriod,
  dictionary: FinancialsDictionary,
  codes: ReadonlySet<string> | null = null,
): KpiPeriod {
  const packed = JSON.parse(stored.items) as StoredItems;
  const values: Record<string, KpiValue> = {};
  for (const tuple of packed.v) {
    const code = at(dictionary.codes, tuple[0]);
    if (codes === null || codes.has(code)) values[code] = decodeValue(tuple, dictionary);
  }
  const missing: Record<string, MissingReason> = {};
  for (const reason of MISSING_REASONS) {
    for (const code of packed.m[reason] ?? []) missing[at(dictionary.codes, code)] = reason;
  }
  return {
    fiscalYear: stored.fiscalYear,
    fiscalPeriod: stored.fiscalPeriod,
    periodStart: stored.periodStart,
    periodEnd: stored.periodEnd,
    accession: stored.accession,
    companyType: stored.companyType,
    currency: stored.currency,
    accountingStandard: stored.accountingStandard,
    status: stored.status,
    breaches: JSON.parse(stored.breaches) as Breach[],
    values,
    missing,
  };
}

function decodeValue(tuple: Tuple, dictionary: FinancialsDictionary): KpiValue {
  const [, value, unit, method, concept, filing, start, end, decimals, status, formula, flags, basis, first] = tuple;
  const decoded: KpiValue = {
    value: Number(value),
    unit: at(dictionary.units, unit),
    method: at(METHODS, method),
    concept: concept < 0 ? null : at(dictionary.concepts, concept),
    accession: at(dictionary.filings, filing)[0],
    periodStart: start === null ? null : toIsoDate(start),
    periodEnd: toIsoDate(end),
    decimals,
    status: at(VALIDATION_STATUSES, status),
    flags: flags ?? [],
  };
  if (typeof value === 'string') decoded.exact = value;
  if (formula !== undefined && formula !== null) decoded.formula = at(dictionary.formulas, formula);
  if (basis) decoded.basis = basis;
  if (first) {
    decoded.firstReported = {
      value: first[0],
      accession: at(dictionary.filings, first[1])[0],
      restatement: at(RESTATEMENTS, first[2]),
    };
  }
  return decoded;
}

/** Numbers texts in the order of first use. */
export class DictionaryIndex {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  keys(): string[] {
    return [...this.#numbers.keys()];
  }
}

function at<T>(list: readonly T[], index: number): T {
  const member = list[index];
  if (member === undefined) throw new Error(`stored financials point at entry ${index} of ${list.length}`);
  return member;
}

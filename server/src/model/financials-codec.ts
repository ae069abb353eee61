import { parseDay, toIsoDate } from '../kernel/dates.ts';
import {
  type Breach,
  type CompanyType,
  type Financials,
  type FiscalPeriod,
  type KpiPeriod,
  type KpiValue,
  type Method,
  type MissingReason,
  VALIDATION_STATUSES,
  type ValidationStatus,
} from './financials.ts';

/**
 * How canonical values lie in the store: a dictionary per issuer (filings, concepts, formulas) and, per period, one
 * short tuple a value that points into it. An answer in full words is some ten times larger.
 */
export interface FinancialsDictionary {
  /** [accession, form, filed, filed at] */
  filings: [string, string, string, string][];
  concepts: string[];
  formulas: string[];
}

const METHODS: readonly Method[] = ['reported', 'derived', 'summed'];
const RESTATEMENTS = ['amendment', 'recast', 'correction'] as const;

/** One period as the store keeps it; `items` and `breaches` are JSON text. */
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

type Tuple = [
  value: number | string,
  unit: string,
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

/** Packs what `normalise/kpis` made of an issuer; the same input gives the same text. */
export function encodeFinancials(financials: Financials): { dictionary: string; periods: StoredPeriod[] } {
  const filings = new Index();
  const concepts = new Index();
  const formulas = new Index();
  const periods = financials.periods.map(period => encodePeriod(period, filings, concepts, formulas));
  const dictionary: FinancialsDictionary = {
    filings: filings.keys().map(accession => {
      const filing = financials.filings[accession];
      if (!filing) throw new Error(`financials name the filing ${accession} without describing it`);
      return [accession, filing.form, filing.filed, filing.filedAt];
    }),
    concepts: concepts.keys(),
    formulas: formulas.keys(),
  };
  return { dictionary: JSON.stringify(dictionary), periods };
}

function encodePeriod(period: KpiPeriod, filings: Index, concepts: Index, formulas: Index): StoredPeriod {
  filings.of(period.accession);
  const values: Record<string, Tuple> = {};
  for (const [code, value] of Object.entries(period.values)) {
    const tuple: Tuple = [
      value.exact ?? value.value,
      value.unit,
      METHODS.indexOf(value.method),
      value.concept === null ? -1 : concepts.of(value.concept),
      filings.of(value.accession),
      value.periodStart === null ? null : dayOf(value.periodStart),
      dayOf(value.periodEnd),
      value.decimals,
      VALIDATION_STATUSES.indexOf(value.status),
    ];
    const rest = [
      value.formula === undefined ? null : formulas.of(value.formula),
      value.flags.length === 0 ? null : value.flags,
      value.basis ?? null,
      value.firstReported === undefined
        ? null
        : [
            value.firstReported.value,
            filings.of(value.firstReported.accession),
            RESTATEMENTS.indexOf(value.firstReported.restatement),
          ],
    ];
    while (rest.length > 0 && rest.at(-1) === null) rest.pop();
    (tuple as unknown[]).push(...rest);
    values[code] = tuple;
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
    items: JSON.stringify({ values, missing: period.missing }),
  };
}

/** Unpacks one stored period. `codes` limits the work to the line items asked for. */
export function decodePeriod(
  stored: StoredPeriod,
  dictionary: FinancialsDictionary,
  codes: ReadonlySet<string> | null = null,
): KpiPeriod {
  const packed = JSON.parse(stored.items) as { values: Record<string, Tuple>; missing: Record<string, MissingReason> };
  const values: Record<string, KpiValue> = {};
  for (const [code, tuple] of Object.entries(packed.values)) {
    if (codes === null || codes.has(code)) values[code] = decodeValue(tuple, dictionary);
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
    missing: packed.missing,
  };
}

function decodeValue(tuple: Tuple, dictionary: FinancialsDictionary): KpiValue {
  const [value, unit, method, concept, filing, start, end, decimals, status, formula, flags, basis, first] = tuple;
  const decoded: KpiValue = {
    value: Number(value),
    unit,
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

/** Numbers texts in the order of their first use. */
class Index {
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

function dayOf(date: string): number {
  const day = parseDay(date);
  if (day === null) throw new Error(`not a date: ${date}`);
  return day;
}

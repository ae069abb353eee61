import { parseDay, toIsoDate } from '../kernel/dates.ts';
import {
  type Breach,
  type CompanyType,
  type Financials,
  type FiscalPeriod,
  type KpiPeriod,
  type KpiValue,
  type Method,
  MISSING_REASONS,
  type MissingReason,
  VALIDATION_STATUSES,
  type ValidationStatus,
} from './financials.ts';

/**
 * How canonical values lie in the store: a dictionary per issuer (codes, units, filings, concepts, formulas) and, per
 * period, one short tuple a value that points into it. An answer in full words is some twenty times larger.
 */
export interface FinancialsDictionary {
  codes: string[];
  units: string[];
  /** [accession, form, filed, filed at] */
  filings: [string, string, string, string][];
  concepts: string[];
  formulas: string[];
}

/** Changes whenever stored financials have to be written anew to be read. */
export const CODEC_VERSION = '2';

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

/** What a period keeps: a tuple a value, and the codes without one by their reason. */
interface StoredItems {
  v: Tuple[];
  m: Partial<Record<MissingReason, number[]>>;
}

/** Packs what `normalise/kpis` made of an issuer; the same input gives the same text. Throws on what is no number. */
export function encodeFinancials(financials: Financials): { dictionary: string; periods: StoredPeriod[] } {
  const indexes = {
    codes: new Index(),
    units: new Index(),
    filings: new Index(),
    concepts: new Index(),
    formulas: new Index(),
  };
  const periods = financials.periods.map(period => encodePeriod(period, indexes));
  const dictionary: FinancialsDictionary = {
    codes: indexes.codes.keys(),
    units: indexes.units.keys(),
    filings: indexes.filings.keys().map(accession => {
      const filing = financials.filings[accession];
      if (!filing) throw new Error(`financials name the filing ${accession} without describing it`);
      return [accession, filing.form, filing.filed, filing.filedAt];
    }),
    concepts: indexes.concepts.keys(),
    formulas: indexes.formulas.keys(),
  };
  return { dictionary: JSON.stringify(dictionary), periods };
}

type Indexes = Record<keyof FinancialsDictionary, Index>;

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
    items: JSON.stringify({ v: tuples, m: missing } satisfies StoredItems),
  };
}

function encodeValue(code: string, value: KpiValue, { codes, units, filings, concepts, formulas }: Indexes): Tuple {
  if (!Number.isFinite(value.value)) throw new Error(`the value of ${code} is no number: ${value.value}`);
  const { firstReported: first } = value;
  const tuple: Tuple = [
    codes.of(code),
    value.exact ?? value.value,
    units.of(value.unit),
    METHODS.indexOf(value.method),
    value.concept === null ? -1 : concepts.of(value.concept),
    filings.of(value.accession),
    value.periodStart === null ? null : dayOf(value.periodStart),
    dayOf(value.periodEnd),
    value.decimals,
    VALIDATION_STATUSES.indexOf(value.status),
  ];
  const isFlagged = value.flags.length > 0;
  if (value.formula === undefined && !isFlagged && !value.basis && first === undefined) return tuple;
  tuple.push(value.formula === undefined ? null : formulas.of(value.formula));
  if (!isFlagged && !value.basis && first === undefined) return tuple;
  tuple.push(isFlagged ? value.flags : null);
  if (!value.basis && first === undefined) return tuple;
  tuple.push(value.basis ?? null);
  if (first === undefined) return tuple;
  tuple.push([first.value, filings.of(first.accession), RESTATEMENTS.indexOf(first.restatement)]);
  return tuple;
}

/** Unpacks one stored period. `codes` limits the work to the line items asked for. */
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

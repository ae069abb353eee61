import type { FaceRow, FactSeries, FactSet } from '../../domain/filings/facts/model/facts.ts';
import { addToList } from '../../kernel/add-to-list.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate, parseDay } from '../../kernel/dates.ts';
import { readExactNumber } from '../../kernel/exact-number.ts';
import { cellsOf } from './account-columns.ts';
import { balanceOf, conceptOf, equityMember, extensionOf, unitOf } from './account-concepts.ts';
import type { PeriodicReport, StatementBasis } from './endpoints.ts';
import { dateOfReceipt, receiptNumber } from './identifiers.ts';
import { amountOf, type Row, textOf } from './read-response.ts';
import type { ReportPeriod } from './report-period.ts';
import { categoryOf, PERIODIC_REPORTS } from './report-types.ts';

/** Rows of one periodic report on one basis, with the known period. */
export interface AccountRows {
  receipt: string;
  report: PeriodicReport;
  basis: StatementBasis;
  /** Whether these are the only statements that the company has: then they carry no dimension. */
  isOnlyBasis: boolean;
  period: ReportPeriod;
  rows: readonly Row[];
}

/** The dimension of statements of the company alone, if there are consolidated ones. */
const ALONE = 'basis=non_consolidated';

/**
 * The facts of account rows, in whole units of the currency, signs as filed. Where two rows state one concept and period
 * differently, the first counts and an anomaly is added; accounts without an id are distinguished by number instead.
 */
export function toAccountFacts(source: string, accounts: readonly AccountRows[], log: AnomalyLog): FactSet {
  const byNumber = new Map(accounts.map(one => [one.receipt, one]));
  const columns = new AccountColumns([...byNumber.keys()], log);
  const shown = new Set<string>();
  const faces: Record<string, FaceRow[]> = {};
  for (const account of accounts) {
    const hasIncome = account.rows.some(row => textOf(row, 'sj_div') === 'IS');
    faces[account.receipt] ??= [];
    for (const [at, row] of account.rows.entries()) {
      const named = conceptOf(row);
      if (named === null) {
        log.add('bad_row', `list[${at}]`, JSON.stringify(row));
        continue;
      }
      const concept = columns.addRow(restatedApart(named, row), row, account, at);
      const face = toFace(concept, row, at, account.basis, hasIncome);
      const key = `${account.receipt} ${JSON.stringify(face)}`;
      if (!shown.has(key)) faces[account.receipt]?.push(face);
      shown.add(key);
    }
  }
  const filings = [...byNumber.values()].map(toFactFiling);
  const set: FactSet = { source, datesRounded: false, filings, series: columns.list(), faces };
  // Main accounts are some fifteen lines of a report's statements.
  return source.startsWith('main-accounts/') ? { ...set, isPartial: true } : set;
}

/** An opening balance after a restatement does not count as a second opening balance. */
function restatedApart(concept: string, row: Row): string {
  const name = textOf(row, 'account_nm');
  const isBalance = /:(?:Equity|EquityAtBeginningOfPeriod)$/.test(concept) && textOf(row, 'sj_div') === 'SCE';
  return isBalance && /수정|재작성|조정|변경/.test(name ?? '') ? (extensionOf(name) ?? concept) : concept;
}

function toFactFiling({ receipt, report, period }: AccountRows): FactSet['filings'][number] {
  const { formType, fiscalPeriod } = PERIODIC_REPORTS[report.reportCode];
  return {
    accession: receipt,
    form: formType,
    filed: dateOfReceipt(receipt) ?? '',
    acceptedAt: null,
    fiscalYear: Number(report.businessYear),
    fiscalPeriod,
    periodEnd: period.end,
    category: categoryOf(formType, null, ''),
  };
}

const FACES: Readonly<Record<string, string>> = { BS: 'BS', IS: 'IS', CIS: 'CI', CF: 'CF', SCE: 'EQ' };

/** A statement of comprehensive income without a separate income statement is the income statement. */
function toFace(concept: string, row: Row, at: number, basis: StatementBasis, hasIncome: boolean): FaceRow {
  const statement = textOf(row, 'sj_div') ?? '';
  const order = Number(textOf(row, 'ord'));
  return {
    statement: statement === 'CIS' && !hasIncome ? 'IS' : (FACES[statement] ?? 'UN'),
    report: basis === 'CFS' ? 1 : 2,
    line: Number.isInteger(order) && order > 0 ? order : at + 1,
    concept,
    label: textOf(row, 'account_nm') ?? concept,
    isNegated: false,
    isParenthetical: false,
  };
}

interface Stated {
  digits: string;
  /** Index of the filing. */
  filing: number;
  start: IsoDate | null;
  end: IsoDate;
}

/** Gathers amounts into columns, one for each concept, unit and dimensions. */
class AccountColumns {
  /** Index of a filing by its receipt number. */
  readonly #filings: ReadonlyMap<string, number>;
  readonly #log: AnomalyLog;
  readonly #series = new Map<string, FactSeries>();
  readonly #digits = new Map<string, string>();
  /** How many accounts of one name there are. */
  readonly #numbers = new Map<string, number>();

  constructor(receipts: readonly string[], log: AnomalyLog) {
    this.#filings = new Map(receipts.map((receipt, at) => [receipt, at]));
    this.#log = log;
  }

  list(): FactSeries[] {
    return [...this.#series.values()];
  }

  /** Returns the concept of the row's amounts. */
  addRow(concept: string, row: Row, account: AccountRows, at: number): string {
    const unit = unitOf(concept, row);
    const basis = account.basis === 'OFS' && !account.isOnlyBasis ? ALONE : '';
    const filing = this.#filings.get(account.receipt) ?? 0;
    const dimensions = [basis, equityMember(row)]
      .filter(part => part !== '')
      .sort()
      .join(';');
    const amounts = this.#read(concept, row, account, at).map(amount => ({ ...amount, filing }));
    const name = concept.startsWith('ext:') ? this.#freeName(concept, unit, dimensions, amounts) : concept;
    for (const amount of amounts) this.#add(name, unit, dimensions, amount, at);
    return name;
  }

  #read(concept: string, row: Row, { report, period }: AccountRows, at: number): Omit<Stated, 'filing'>[] {
    const balance = balanceOf(concept, row);
    return cellsOf(row, report.reportCode, period).flatMap(({ field, start, end }) => {
      const amount = amountOf(row, field);
      if (amount === null) return [];
      if ('bad' in amount) {
        this.#log.add('bad_value', `list[${at}].${field}`, amount.bad);
        return [];
      }
      const { digits } = amount;
      if (balance === 'opening') return [{ digits, start: null, end: start === null ? end : addDays(start, -1) }];
      return [{ digits, start: balance === 'closing' ? null : start, end }];
    });
  }

  /** Accounts of one name on several lines (`기타`) are numbered from the second on, unless they state the same. */
  #freeName(concept: string, unit: string, dimensions: string, amounts: readonly Stated[]): string {
    const taken = this.#numbers.get(concept) ?? 0;
    for (let number = 1; number <= Math.min(taken, MOST_OF_ONE_NAME); number++) {
      const name = numbered(concept, number);
      const isFree = amounts.every(amount => {
        const known = this.#digits.get(keyOf(name, unit, dimensions, amount));
        return known === undefined || known === amount.digits;
      });
      if (isFree) return name;
    }
    this.#numbers.set(concept, taken + 1);
    return numbered(concept, taken + 1);
  }

  #add(concept: string, unit: string, dimensions: string, amount: Stated, at: number): void {
    const key = keyOf(concept, unit, dimensions, amount);
    const known = this.#digits.get(key);
    if (known !== undefined) {
      if (known !== amount.digits) {
        this.#log.add('contradictory_facts', `list[${at}]`, `${key}: ${known} and ${amount.digits}`);
      }
      return;
    }
    const number = readExactNumber(amount.digits);
    const end = parseDay(amount.end);
    if (number === null || end === null) {
      this.#log.add('bad_value', `list[${at}]`, `${key}: ${amount.digits}`);
      return;
    }
    this.#digits.set(key, amount.digits);
    const series = this.#seriesOf(concept, unit, dimensions);
    if (number.exact !== null) series.exact = { ...series.exact, [series.values.length]: number.exact };
    series.starts.push(amount.start === null ? null : parseDay(amount.start));
    series.ends.push(end);
    series.values.push(number.value);
    series.filings.push(amount.filing);
  }

  #seriesOf(concept: string, unit: string, dimensions: string): FactSeries {
    const key = `${concept}\t${unit}\t${dimensions}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series: FactSeries = { concept, unit, dimensions, starts: [], ends: [], values: [], filings: [] };
    this.#series.set(key, series);
    return series;
  }
}

/** So many are compared; statements have a dozen. */
const MOST_OF_ONE_NAME = 100;

function numbered(concept: string, number: number): string {
  return number === 1 ? concept : `${concept}.${number}`;
}

function keyOf(concept: string, unit: string, dimensions: string, stated: Stated): string {
  return `${stated.filing} ${concept} ${unit} ${dimensions} ${stated.start ?? ''} ${stated.end}`;
}

/** Rows by the filing that states them, in order; rows without a receipt number are anomalies. */
export function byReceipt(rows: readonly Row[], log: AnomalyLog): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const [at, row] of rows.entries()) {
    const receipt = receiptNumber(row.rcept_no);
    if (receipt === null) {
      log.add('bad_row', `list[${at}]`, JSON.stringify(row));
      continue;
    }
    addToList(groups, receipt, row);
  }
  return groups;
}

import type { FaceRow, FactSeries, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { addDays, type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { readExactNumber } from '../../../kernel/exact-number.ts';
import { addToList } from '../../../kernel/lists.ts';
import type { PeriodicReport, StatementBasis } from '../endpoints.ts';
import { dateOfReceipt, receiptNumber } from '../identifiers.ts';
import { amountOf, type Row, textOf } from '../read-response.ts';
import { cellsOf } from './account-columns.ts';
import type { ReportPeriod } from './report-period.ts';
import { categoryOf, PERIODIC_REPORTS } from './report-types.ts';

/** The registry's mark of an account without an id of a taxonomy. */
const NO_STANDARD_ID = /표준계정코드\s*미사용/;

/** Earnings and dividends per share. Responses state a currency and no other unit. */
const PER_SHARE = /PerShare/;
const PER_SHARE_NAME = /주당/;
const SHARES = /^(?:ifrs-full|dart):(?:NumberOf\w*Shares|WeightedAverageShares|AdjustedWeightedAverageShares)/;

const EQUITY_AXIS = 'ifrs-full:ComponentsOfEquityAxis';

/** The suffixes of names of members, in both languages. */
const MEMBER_MARK = /\s*\[(?:member|구성요소)\]\s*/gi;

/** The column of the whole: the statements themselves, or equity as such. */
const WHOLE = /^(?:연결재무제표|별도재무제표|개별재무제표|재무제표|자본)$/;

/** `기초자본`, `Ⅵ.기말의현금및현금성자산`, `2023.01.01(기초자본)` */
const BALANCE_NAME = /^(?:(?:[IVXⅠ-Ⅻ]+|\d{1,2})\.)?(?:\d{4}\.\d{2}\.\d{2}\.?)?[(（]?(?:당|전|전전)?(?:분|반)?기(초|말)/;

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
  const byNumber = new Map(accounts.map(account => [account.receipt, account]));
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
    for (let number = 1; number <= Math.min(taken, MAX_OF_ONE_NAME); number++) {
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

/**
 * The concept of a row: `ifrs-full:Revenue` of `ifrs-full_Revenue`, `dart:OperatingIncomeLoss` of `dart_…`; taxonomies
 * before 2019 write `ifrs_` for `ifrs-full`. An account without an id, and a main account, which never has
 * one, is `ext:` and its name without blanks (these only spread the letters: `자 산 총 계`). Null if it has neither.
 */
function conceptOf(row: Row): string | null {
  const id = textOf(row, 'account_id');
  if (id === null || NO_STANDARD_ID.test(id)) return extensionOf(textOf(row, 'account_nm'));
  const match = /^([A-Za-z][A-Za-z0-9.-]*)_(.+)$/.exec(id);
  if (match?.[1] === undefined || match[2] === undefined) return extensionOf(id);
  return `${match[1] === 'ifrs' ? 'ifrs-full' : match[1]}:${match[2]}`;
}

/** The own concept of an account's name; null if the name is empty. */
export function extensionOf(name: string | null): string | null {
  const letters = (name ?? '').replace(/\s+/g, '').replace(/^(?:[IVXⅠ-Ⅻ]+|\d{1,2}|[가-하])\.(?=[가-힣])/, '');
  return letters === '' ? null : `ext:${letters}`;
}

/** The unit of a row's amounts: `KRW`, `KRW/shares`, `shares`. */
function unitOf(concept: string, row: Row): string {
  const currency = textOf(row, 'currency') ?? 'KRW';
  if (SHARES.test(concept)) return 'shares';
  const isPerShare = PER_SHARE.test(concept) || (concept.startsWith('ext:') && PER_SHARE_NAME.test(concept));
  return isPerShare ? `${currency}/shares` : currency;
}

/**
 * The member of a row of the statement of changes in equity, from its path (`자본 [구성요소]|이익잉여금 [구성요소]`): an own
 * member after the last step, because responses have no ids of members. Empty for the column of the whole.
 */
function equityMember(row: Row): string {
  if (textOf(row, 'sj_div') !== 'SCE') return '';
  const path = (textOf(row, 'account_detail') ?? '').split('|').map(step => step.replace(MEMBER_MARK, '').trim());
  const last = (path.at(-1) ?? '').replace(/[\s;=]+/g, '');
  return last === '' || WHOLE.test(last) ? '' : `${EQUITY_AXIS}=ext:${last}`;
}

/** The instant of a row of a statement of flows that is an opening or closing balance. */
function balanceOf(concept: string, row: Row): 'opening' | 'closing' | null {
  const statement = textOf(row, 'sj_div');
  if (statement !== 'CF' && statement !== 'SCE') return null;
  const name = (textOf(row, 'account_nm') ?? '').replace(/\s+/g, '');
  if (/AtBeginningOf\w*Period|BeginningBalance/.test(concept)) return 'opening';
  if (/AtEndOf\w*Period|EndingBalance/.test(concept)) return 'closing';
  const isBalance =
    /:(?:Equity|CashAndCashEquivalents|CashAndCashEquivalentsIfDifferentFromStatementOfFinancialPosition)$/.test(
      concept,
    );
  const startsWith = BALANCE_NAME.exec(name)?.[1];
  if (startsWith !== undefined && (isBalance || concept.startsWith('ext:')))
    return startsWith === '초' ? 'opening' : 'closing';
  return isBalance ? 'closing' : null;
}

/** So many are compared; statements have a dozen. */
const MAX_OF_ONE_NAME = 100;

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

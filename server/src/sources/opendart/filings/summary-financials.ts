import type { FilingSection, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import type { TableBlock, TableCell } from '../../../formats/html-text/text-document.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { appendAll, maxOf } from '../../../kernel/lists.ts';
import { asHtml } from './document-sections.ts';
import { extensionOf } from './parse-accounts.ts';
import { monthsBefore, type ReportPeriod } from './report-period.ts';
import { readAmount, readColumnPeriod, readTableUnit, type TableUnit } from './summary-cells.ts';
import { BASIS_AXIS } from './xbrl-report.ts';

/** The summary of a periodic report (요약재무정보), in the source of its document. */
export interface SummarySource {
  source: string;
  fileName: string;
  section: Pick<FilingSection, 'start' | 'end'>;
  /** Null if the cover states none: columns without dates are then not read. */
  period: ReportPeriod | null;
}

/** Accounts of which a table of the summary has at least one; other tables of the section list subsidiaries or methods. */
const MAIN_ACCOUNT = /^(?:자산|부채|자본)(?:총계|합계)$|^(?:매출액|영업수익|영업이익|당기순이익)/;

/** Rows that count companies. */
const COUNT_OF_COMPANIES = /회사(?:의)?수$/;

/** Rows of flows, in tables whose columns have one kind of period. */
const FLOW = /매출(?!채권)|수익|이익|손익|손실|비용|원가|주당/;
const BALANCE = /^(?:선급|미지급|미수|선수|이연|미처분)|누계|잉여금|결손금|충당|부채|자산|채권|채무|자본|지분$/;

/** Basis of the tables that follow, from a heading such as `나. 요약 별도재무정보`. */
const HEADING =
  /^(?:(?:[가-하]|\d{1,2}|[(（][가-하\d]{1,2}[)）]|[IVXⅠ-Ⅻ]{1,4})[.)]?\s*)?[[<〈【(]?\s*(?:요약|연결|별도|개별).{0,30}(?:재무|손익)/u;
const LONGEST_HEADING = 60;

const PER_SHARE = /주당/;

/**
 * The numbers of the summary tables, each with its place: balances and flows of up to three periods, consolidated and of the
 * company alone, in whole units. Accounts have no ids of a taxonomy, so that each is `ext:` and its name. Tables without a unit
 * are the anomaly `unknown_unit`, those whose columns state no period `unknown_period`.
 */
export function readSummaryFinancials(summary: SummarySource, log: AnomalyLog): ReportedFact[] {
  const { source, section } = summary;
  const { blocks } = parseHtml(asHtml(source.slice(section.start, section.end)));
  const facts: ReportedFact[] = [];
  let unit: TableUnit | null = null;
  let isConsolidated = false;
  for (const block of blocks) {
    if (block.kind === 'page') continue;
    const text = block.kind === 'text' ? block.text : wordsOf(block);
    const stated = readTableUnit(text);
    if (stated !== null) unit = stated;
    if (block.kind === 'text') {
      if (block.text.length <= LONGEST_HEADING && HEADING.test(block.text)) isConsolidated = /연결/.test(block.text);
      continue;
    }
    const table = new SummaryTable(summary, block);
    if (!table.hasMainAccount) continue;
    if (unit === null)
      log.add('unknown_unit', `${summary.fileName} ${section.start + block.start}`, text.slice(0, 100));
    else appendAll(facts, table.read(unit, isConsolidated, log));
  }
  return facts;
}

/** The words of the first rows, which state units. */
function wordsOf({ rows }: TableBlock): string {
  return rows
    .slice(0, 3)
    .flatMap(({ cells }) => cells.map(({ text }) => text))
    .join(' ');
}

/** The periods of a column: of its balances, and of its flows. */
interface Column {
  instant: IsoDate | null;
  flow: { start: IsoDate; end: IsoDate } | null;
  /** The kind that the last row of dates states. */
  last: 'instant' | 'flow' | null;
}

class SummaryTable {
  readonly #summary: SummarySource;
  readonly #rows: (TableCell | undefined)[][];
  readonly #columns: Column[] = [];
  /** How many rows of one account the table has. */
  readonly #numbers = new Map<string, number>();
  /** The profit whose shares the next rows may be: `당기순이익`, also after `당기순이익의 귀속`. */
  #profit: string | null = null;

  constructor(summary: SummarySource, table: TableBlock) {
    this.#summary = summary;
    this.#rows = toRows(table);
  }

  get hasMainAccount(): boolean {
    return this.#rows.some(row => MAIN_ACCOUNT.test(accountOf(row[0]?.text ?? '')));
  }

  read(unit: TableUnit, isConsolidated: boolean, log: AnomalyLog): ReportedFact[] {
    const facts: ReportedFact[] = [];
    for (const row of this.#rows) {
      if (this.#takePeriods(row)) continue;
      const [first, ...cells] = row;
      const name = first?.text.trim() ?? '';
      const account = this.#accountOf(name);
      if (account === '' || COUNT_OF_COMPANIES.test(account)) continue;
      const amounts = cells.map(cell => readAmount(cell?.text ?? ''));
      if (amounts.every(amount => amount === null)) {
        this.#profit = profitOf(account.replace(/의?귀속$/, ''));
        continue;
      }
      const concept = this.#conceptOf(account);
      for (const [at, amount] of amounts.entries()) {
        const cell = cells[at];
        if (amount === null || cell === undefined) continue;
        if (amount === 'unreadable') {
          log.add('bad_value', `${this.#summary.fileName} ${this.#summary.section.start + cell.start}`, cell.text);
          continue;
        }
        const period = this.#periodOf(at + 1, account);
        if (period === null) {
          log.add('unknown_period', `${this.#summary.fileName} ${this.#summary.section.start + cell.start}`, name);
          continue;
        }
        facts.push(this.#toFact(concept, period, { amount, cell, unit, isConsolidated }));
      }
    }
    return facts;
  }

  /** Whether a row states the periods of columns instead of amounts. */
  #takePeriods(row: readonly (TableCell | undefined)[]): boolean {
    const stated = row.map((cell, at) => (at === 0 ? null : readColumnPeriod(cell?.text ?? '')));
    if (stated.every(period => period === null)) return this.#takeTerms(row);
    for (const [at, period] of stated.entries()) {
      if (period === null) continue;
      const column = this.#columnAt(at);
      if (period.start === null) Object.assign(column, { instant: period.end, last: 'instant' });
      else Object.assign(column, { flow: { start: period.start, end: period.end }, last: 'flow' });
    }
    return true;
  }

  /** Columns that only name terms (`제33기`): the newest is the report's, each one before it ends a year earlier. */
  #takeTerms(row: readonly (TableCell | undefined)[]): boolean {
    const terms = row.map((cell, at) => (at === 0 ? null : termOf(cell?.text ?? '')));
    const newest = maxOf(terms.map(term => term ?? 0));
    if (newest === 0) return false;
    const { period } = this.#summary;
    for (const [at, term] of terms.entries()) {
      const column = this.#columnAt(at);
      if (term === null || period === null || column.last !== null) continue;
      const { yearStart, end } = termBefore(period, newest - term);
      Object.assign(column, { instant: end, flow: { start: yearStart, end } });
    }
    return true;
  }

  #columnAt(at: number): Column {
    const column = this.#columns[at] ?? { instant: null, flow: null, last: null };
    this.#columns[at] = column;
    return column;
  }

  #periodOf(at: number, account: string): { start: IsoDate | null; end: IsoDate } | null {
    const column = this.#columns[at];
    if (column === undefined) return null;
    const { instant, flow, last } = column;
    const hasBoth = instant !== null && flow !== null && last !== null;
    const isFlow = hasBoth
      ? last === 'flow'
      : /귀속되는/.test(account) || (FLOW.test(account) && !BALANCE.test(account));
    if (isFlow) return flow ?? this.#flowUntil(instant);
    const end = instant ?? flow?.end ?? null;
    return end === null ? null : { start: null, end };
  }

  /** Flows of a column that states its last day only. */
  #flowUntil(end: IsoDate | null): { start: IsoDate; end: IsoDate } | null {
    if (end === null) return null;
    const { period } = this.#summary;
    if (period !== null && period.end === end) return { start: period.yearStart, end };
    return { start: addDays(monthsBefore(end, 12), 1), end };
  }

  /** The account of a row; a share of a profit is named after that profit. */
  #accountOf(name: string): string {
    const account = accountOf(name);
    if (this.#profit !== null && SHARE_OF_PROFIT.test(account)) return attributedAccount(account, this.#profit);
    return account;
  }

  /** Repeated accounts are numbered, as in responses of accounts. */
  #conceptOf(account: string): string {
    this.#profit = profitOf(account) ?? (/귀속되는/.test(account) ? this.#profit : null);
    const number = (this.#numbers.get(account) ?? 0) + 1;
    this.#numbers.set(account, number);
    return number === 1 ? `ext:${account}` : `ext:${account}.${number}`;
  }

  #toFact(
    concept: string,
    { start, end }: { start: IsoDate | null; end: IsoDate },
    {
      amount,
      cell,
      unit,
      isConsolidated,
    }: { amount: { digits: string; decimals: number }; cell: TableCell; unit: TableUnit; isConsolidated: boolean },
  ): ReportedFact {
    const { fileName, section } = this.#summary;
    const isPerShare = PER_SHARE.test(concept);
    const scale = isPerShare ? 0 : unit.scale;
    const place = section.start + cell.start;
    return {
      concept,
      periodStart: start,
      periodEnd: end,
      unit: isPerShare ? `${unit.currency}/shares` : unit.currency,
      value: scaled(amount.digits, amount.decimals, scale),
      decimals: amount.decimals - scale,
      dimensions: { [BASIS_AXIS]: `ifrs-full:${isConsolidated ? 'Consolidated' : 'Separate'}Member` },
      document: fileName,
      elementId: `@${place}`,
      start: place,
      end: section.start + cell.end,
    };
  }
}

/** The account of a row's name, without blanks, brackets and numbers: `[유동자산]`, `Ⅰ. 매출액`. */
function accountOf(name: string): string {
  const plain = name
    .replace(/\s+/g, '')
    .replace(/^[[【<〈](.+)[\]】>〉]$/, '$1')
    .replace(/^(?:[(（]\d{1,2}[)）]|\d{1,2}[)）]|[-·ㆍ•※])+/, '');
  return extensionOf(plain)?.slice('ext:'.length) ?? '';
}

const SHARE_OF_PROFIT = /^(?:지배|비지배|소수)[가-힣]*$/;

/** The profit of an account whose shares may follow, without marks: `연결총당기순이익(손실)` → `당기순이익`; null for others. */
function profitOf(account: string): string | null {
  if (/주당|귀속되는/.test(account)) return null;
  return /(?:(?:당기|반기|분기)순(?:이익|손익|손실)|총포괄(?:이익|손익|손실))/.exec(account)?.[0] ?? null;
}

function attributedAccount(account: string, profit: string): string {
  return account.startsWith('지배') ? `지배기업의소유주에게귀속되는${profit}` : `비지배지분에귀속되는${profit}`;
}

function termOf(text: string): number | null {
  const term = /제\s*(\d{1,3})\s*\(?(?:당|전|전전)?\)?\s*기/.exec(text)?.[1];
  return term === undefined ? null : Number(term);
}

function termBefore(period: ReportPeriod, terms: number): ReportPeriod {
  if (terms === 0) return period;
  const end = monthsBefore(addDays(period.yearStart, -1), 12 * (terms - 1));
  return { yearStart: addDays(monthsBefore(end, 12), 1), end };
}

/** Multiplies digits by a power of ten. */
function scaled(digits: string, decimals: number, scale: number): string {
  const zeros = scale - decimals;
  if (zeros < 0) return digits;
  return `${digits.replace('.', '')}${'0'.repeat(zeros)}`.replace(/^(-?)0+(?=\d)/, '$1');
}

/** The cells of a table by column; a cell that spans rows or columns is in each of them. */
function toRows({ rows }: TableBlock): (TableCell | undefined)[][] {
  const spanning: { cell: TableCell; left: number }[] = [];
  return rows.map(({ cells }) => {
    const row: (TableCell | undefined)[] = [];
    const rest = [...cells];
    for (let column = 0; column < MAX_COLUMNS && (rest.length > 0 || (spanning[column]?.left ?? 0) > 0); column++) {
      const above = spanning[column];
      if (above !== undefined && above.left > 0) {
        row[column] = above.cell;
        above.left--;
        continue;
      }
      const cell = rest.shift();
      if (cell === undefined) continue;
      for (let at = column; at < column + cell.colspan && at < MAX_COLUMNS; at++) {
        row[at] = cell;
        spanning[at] = { cell, left: cell.rowspan - 1 };
      }
      column += cell.colspan - 1;
    }
    return row;
  });
}

/** More than any summary has. */
const MAX_COLUMNS = 40;

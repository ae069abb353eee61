import { type Day, toIsoDate } from '../../../../kernel/dates.ts';
import { MISSING_REASONS, type MissingReason } from '../../../../kernel/missing-reason.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import { ANNUAL_PERIODS } from '../model/financials.ts';
import { type ChartRow, CODE_NAMES, CODES_COUNT, codeNumber } from './checks/chart.ts';
import { standardOf } from './concepts/concept-maps.ts';
import { SAME_DATE_DAYS } from './periods/calendar.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';

/** Lenders, insurers and funds rarely report operating income: it is shown if they do, and otherwise not applicable. */
const WITHOUT_OPERATING_INCOME: ReadonlySet<CompanyType> = new Set<CompanyType>([
  'bank',
  'insurer',
  'investment_company',
]);
const OPERATING_INCOME = codeNumber('operating_income');

/** The number of a code without a value, with the reason. */
type MissingCode = readonly [code: number, reason: MissingReason];
export type MissingCodes = readonly MissingCode[];

/** Every code with every reason, because most periods lack most codes. */
const MISSING = new Map(
  MISSING_REASONS.map(reason => [reason, CODE_NAMES.map((_, code): MissingCode => [code, reason])]),
);

/** Describes a period apart from its values. Dates and reasons repeat often, so they are cached. */
export class RowDescriber {
  readonly #prepared: Prepared;
  readonly #dates = new Map<number, string>();
  readonly #missingByKey = new Map<string, MissingCodes>();
  /** End of the newest period that a report of its own covers. */
  readonly #newestReport: number;
  /** Ends of the periods whose own report was read whole, of annual reports and of all. */
  readonly #readAnnually: readonly Day[];
  readonly #read: readonly Day[];

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
    this.#newestReport = prepared.own.reduce(
      (newest, period) => Math.max(newest, period.end),
      Number.NEGATIVE_INFINITY,
    );
    const whole = prepared.own.filter(({ filing }) => prepared.filings[filing]?.isSummary === false);
    this.#read = whole.map(({ end }) => end);
    this.#readAnnually = whole.filter(({ role }) => role === 'annual').map(({ end }) => end);
  }

  /** Codes without a value. Periods of one kind usually lack the same codes, so they share the list. */
  missing(row: PeriodRow): MissingCodes {
    const reason = this.#reasonOf(row);
    let key = `${row.chart.companyType}${reason}`;
    let bits = 0;
    for (let code = 0; code < row.cells.length; code++) {
      bits = (bits << 1) | (row.cells[code] ? 1 : 0);
      if (code % 30 === 29) {
        key += `,${bits}`;
        bits = 0;
      }
    }
    key += `,${bits}`;
    if (row.mixed.size > 0) key += `;${[...row.mixed].join()}`;
    const known = this.#missingByKey.get(key);
    if (known) return known;
    const missing: MissingCode[] = [];
    const isWithout = WITHOUT_OPERATING_INCOME.has(row.chart.companyType);
    const isForeign = (rule: ChartRow) => isWithout && rule.number === OPERATING_INCOME;
    for (let number = 0; number < CODES_COUNT; number++) {
      if (row.cells[number]) continue;
      const rule = row.chart.rows[number] ?? null;
      const isApplicable = rule !== null && !isForeign(rule);
      const code = MISSING.get(isApplicable ? (row.mixed.has(number) ? 'vintage_mixed' : reason) : 'not_applicable')?.[
        number
      ];
      if (code) missing.push(code);
    }
    this.#missingByKey.set(key, missing);
    return missing;
  }

  /**
   * Why a period lacks a line: its report is not out yet; its report was not read, because only a later report that compares
   * with the period, or a summary, was loaded; or its report was read and has no such line.
   */
  #reasonOf({ end, fiscalPeriod }: PeriodRow): MissingReason {
    if (end > this.#newestReport + SAME_DATE_DAYS) return 'not_published_yet';
    const read = ANNUAL_PERIODS.has(fiscalPeriod) ? this.#readAnnually : this.#read;
    return read.some(day => Math.abs(day - end) <= SAME_DATE_DAYS) ? 'not_reported' : 'not_covered';
  }

  /**
   * The standard of the first line if it is US GAAP's; otherwise that of most lines. One line of a national form of
   * IFRS is enough, because it shares the others.
   */
  standard(row: PeriodRow): string {
    const counts = new Map<string, number>();
    for (const cell of row.cells) {
      if (!cell || cell.concept === -1) continue;
      const name = this.#prepared.observations.conceptNames[cell.concept] ?? '';
      if (counts.size === 0 && name.startsWith('us-gaap:')) return 'us-gaap';
      const standard = standardOf(name);
      if (standard !== null) counts.set(standard, (counts.get(standard) ?? 0) + 1);
    }
    if (counts.has('K-IFRS')) return 'K-IFRS';
    let most = 'us-gaap';
    for (const [standard, count] of counts) if (count > (counts.get(most) ?? 0)) most = standard;
    return most;
  }

  date(day: number): string {
    const known = this.#dates.get(day);
    if (known !== undefined) return known;
    const date = toIsoDate(day);
    this.#dates.set(day, date);
    return date;
  }
}

import type { Day } from '../../../../kernel/dates.ts';
import { type Breach, type FiscalPeriod, KEY_CODES, type ValidationStatus } from '../model/financials.ts';
import type { BreachEvidence } from './checks/breach-causes.ts';
import { type Chart, CODES_COUNT, codeNumber } from './checks/chart.ts';
import { checkIdentities } from './checks/identities.ts';
import { IDENTITIES } from './checks/identity-table.ts';
import { coreConcepts } from './concepts/core-concepts.ts';
import type { Evaluation } from './evaluate.ts';
import { type FiscalYear, isLongerThanQuarter, quarterInStub, SAME_DATE_DAYS } from './periods/calendar.ts';
import { isFormOfSec } from './periods/forms.ts';
import { periodEvidence } from './periods/period-evidence.ts';
import type { Prepared } from './prepare.ts';
import { applyRatios } from './row-ratios.ts';
import { type Cells, noCells } from './values/cell.ts';
import { markSigns } from './values/checks/signs.ts';
import { mixedOf } from './values/derivation/context.ts';
import { deriveTrailing, type TrailingYear } from './values/derivation/trailing.ts';
import { applyFormulas } from './values/formulas/formula-pass.ts';
import { DURATIONS, FY, H1, M9, Q1, Q2, Q3, Q4, type SlotTable } from './values/slots.ts';

/** One computed period of an issuer. */
export interface PeriodRow {
  readonly year: number;
  readonly fiscalYear: number;
  readonly fiscalPeriod: FiscalPeriod;
  readonly start: Day;
  readonly end: Day;
  readonly chart: Chart;
  readonly cells: Cells;
  /** Newest filing that shows the period. */
  readonly filing: number;
  readonly status: ValidationStatus;
  readonly breaches: readonly Breach[];
  readonly tested: readonly string[];
  readonly evidence: BreachEvidence;
  /** Codes without a value because their operands are on different bases. */
  readonly mixed: ReadonlySet<number>;
}

/** Balance dates by position in the year: the closing balance of a duration. */
const CLOSING: Readonly<Record<number, number>> = { 0: 3, 1: 0, 2: 1, 3: 2, 4: 3, 5: 1, 6: 3, 7: 2 };
/** Minimum number of statement lines that make a slot a period; a single line is an error in a context. */
const MIN_LINES = 2;

/** Every period that the facts show, oldest year first. */
export function buildRows(evaluated: Evaluation): PeriodRow[] {
  const rows: PeriodRow[] = [];
  const { years } = evaluated.prepared;
  for (let year = 0; year < years.length; year++) {
    for (let position = 0; position < DURATIONS.length; position++) {
      if (isToDateOfStub(evaluated, year, position)) continue;
      const row = durationRow(evaluated, year, position);
      if (row) rows.push(row);
    }
    for (const position of [Q1, H1, M9]) {
      const row = trailingRow(evaluated, year, position);
      if (row) rows.push(row);
    }
    // At the year's end the trailing year equals the year.
    const whole = rows.find(row => row.year === year && row.fiscalPeriod === 'fy');
    if (whole && !years[year]?.isOpen) rows.push({ ...whole, fiscalPeriod: 'ttm' });
  }
  return rows;
}

/**
 * Whether a position is the year to date of a stub, which is not returned. The first period that a company reports is returned if
 * the quarter at its end is unknown.
 */
function isToDateOfStub({ prepared: { slots, years } }: Evaluation, year: number, position: number): boolean {
  const quarter = position === H1 ? Q2 : position === M9 ? Q3 : null;
  if (!years[year]?.isTransition || quarter === null) return false;
  return slots.bounds(slots.durationSlot(year, quarter)) !== null;
}

/** The rows of whole fiscal years, oldest first. */
export function annualRows(evaluated: Evaluation): PeriodRow[] {
  return evaluated.prepared.years.flatMap((_, year) => {
    const row = durationRow(evaluated, year, FY);
    return row?.fiscalPeriod === 'fy' ? [row] : [];
  });
}

/**
 * The newest trailing year: at the end of a fiscal year that year, else four quarters up to an interim report. Null if the facts
 * show neither. Periods that end later decide, of two with one end the fiscal year.
 */
export function newestTrailingRow(evaluated: Evaluation): PeriodRow | null {
  const { years } = evaluated.prepared;
  for (let year = years.length - 1; year >= 0; year--) {
    const whole = years[year]?.isOpen ? null : durationRow(evaluated, year, FY);
    if (whole?.fiscalPeriod === 'fy') return { ...whole, fiscalPeriod: 'ttm' };
    for (const position of [M9, H1, Q1]) {
      const row = trailingRow(evaluated, year, position);
      if (row !== null) return row;
    }
  }
  return null;
}

/** One duration of a year; null if the facts do not show it. */
export function durationRow(evaluated: Evaluation, year: number, position: number): PeriodRow | null {
  const { prepared, cells } = evaluated;
  const { slots, years } = prepared;
  const slot = slots.durationSlot(year, position);
  const bounds = slots.bounds(slot);
  const fiscal = years[year];
  if (!bounds || !fiscal) return null;
  const durations = cells.get(slot) ?? noCells(CODES_COUNT);
  if (countLines(durations) < MIN_LINES && !isBalanceOnly(evaluated, year, position)) return null;
  const fiscalPeriod = nameOf(fiscal, position, bounds);
  if (!fiscalPeriod) return null;
  return finishRow(
    evaluated,
    year,
    fiscalPeriod,
    bounds,
    durations,
    fiscal.isTransition ? slots.placeInstant(bounds.end) : slots.instantSlot(year, CLOSING[position] ?? 3),
    slot,
  );
}

/** The name of a position. Quarters of a stub have those of the calendar that follows; the rest is the transition. */
function nameOf(fiscal: FiscalYear, position: number, bounds: { start: Day; end: Day }): FiscalPeriod | undefined {
  if (!fiscal.isTransition) return DURATIONS[position];
  if (position === FY || position === H1 || position === M9 || isLongerThanQuarter(bounds)) return 'transition';
  const quarter = quarterInStub(fiscal, bounds.end);
  return quarter === null ? undefined : DURATIONS[quarter];
}

function trailingRow(evaluated: Evaluation, year: number, position: number): PeriodRow | null {
  const { prepared, cells, derivation, charts } = evaluated;
  const { slots, years } = prepared;
  const fiscal = years[year];
  const before = years[year - 1];
  const chart = charts[year];
  if (!fiscal || !chart || fiscal.isTransition || !before || before.isTransition) return null;
  if (Math.abs(before.end + 1 - fiscal.start) > SAME_DATE_DAYS) return null;
  const toDate = slots.durationSlot(year, position);
  const toDateBefore = slots.durationSlot(year - 1, position);
  const lastYear = slots.durationSlot(year - 1, FY);
  const now = slots.bounds(toDate);
  const then = slots.bounds(toDateBefore);
  if (!now || !then) return null;
  const bounds = { start: then.end + 1, end: now.end };
  const length = bounds.end - bounds.start + 1;
  if (length < 350 || length > 378) return null;
  if (!cells.has(toDate)) return null;
  const trailing = noCells(CODES_COUNT);
  const mixed = new Set<number>();
  const name = DURATIONS[position] ?? '';
  const ofSlots = (operands: readonly number[]) => operands.map(slot => cells.get(slot));
  const operands = [toDate, lastYear, toDateBefore] as const;
  const quarters = lastQuarters(slots, year, position);
  const trailingYear: TrailingYear = {
    bounds,
    formula: `fy + ${name} - prior ${name}`,
    years: operands,
    quarters,
    cellsOfYears: ofSlots(operands),
    cellsOfQuarters: ofSlots(quarters),
  };
  for (const row of chart.subtractable) {
    const cell = deriveTrailing(row, trailingYear, derivation);
    if (cell === 'mixed') mixed.add(row.number);
    else if (cell !== null) trailing[row.number] = cell;
  }
  if (countLines(trailing) < MIN_LINES) return null;
  markSigns(chart, trailing);
  applyFormulas(chart, trailing, 'duration', evaluated.emptyContext(year), bounds, mixed);
  const closing = slots.instantSlot(year, CLOSING[position] ?? 3);
  return finishRow(evaluated, year, 'ttm', bounds, trailing, closing, -1, mixed);
}

/** Slots of the four quarters that end with the first, second or third of a year, oldest first. */
function lastQuarters(slots: SlotTable, year: number, toDate: number): number[] {
  const last = toDate === Q1 ? 0 : toDate === H1 ? 1 : 2;
  const quarters = [Q1, Q2, Q3, Q4];
  return quarters.map((_, at) => {
    const position = quarters[(last + 1 + at) % 4] ?? Q1;
    return slots.durationSlot(position <= (quarters[last] ?? Q1) ? year : year - 1, position);
  });
}

function finishRow(
  evaluated: Evaluation,
  year: number,
  fiscalPeriod: FiscalPeriod,
  bounds: { start: Day; end: Day },
  durations: Cells,
  closing: number,
  slot: number,
  mixed: Set<number> = mixedOf(slot, evaluated.derivation),
): PeriodRow | null {
  const { prepared, cells: all, charts } = evaluated;
  const chart = charts[year];
  const fiscal = prepared.years[year];
  if (!chart || !fiscal) return null;
  for (const code of evaluated.derivation.mixed.get(closing) ?? []) mixed.add(code);
  const cells: Cells = durations.slice();
  const balances = all.get(closing);
  for (let code = 0; balances && code < balances.length; code++) if (balances[code]) cells[code] = balances[code];
  const openingSlot = prepared.slots.placeInstant(bounds.start - 1);
  applyRatios(chart, cells, openingSlot === -1 ? undefined : all.get(openingSlot), prepared.pureUnit, mixed);
  const filing = newestFiling(durations) === -1 ? newestFiling(balances ?? []) : newestFiling(durations);
  const evidence = periodEvidence(prepared, slot, closing);
  const { breaches, tested } = checkIdentities(cells, chart.companyType, evidence);
  const status = setStatuses(chart, cells, breaches);
  return {
    year,
    fiscalYear: fiscal.label,
    fiscalPeriod,
    start: bounds.start,
    end: bounds.end,
    chart,
    cells,
    filing,
    status,
    breaches,
    tested,
    evidence,
    mixed,
  };
}

/**
 * Whether a report states its balance sheet but no other line of its period. Accounts of dormant companies state their capital
 * alone: at the day that the registry states as their end, one line is a balance sheet.
 */
function isBalanceOnly(evaluated: Evaluation, year: number, position: number): boolean {
  const { prepared, cells } = evaluated;
  const { slots, filings } = prepared;
  const balances = cells.get(slots.instantSlot(year, CLOSING[position] ?? 3));
  const end = slots.bounds(slots.durationSlot(year, position))?.end ?? Number.NaN;
  const report = ownReport(evaluated, year, position);
  const isStatedEnd = position === FY && filings[report]?.statedEnd === end;
  if (!balances || countLines(balances) < (isStatedEnd ? 1 : MIN_LINES)) return false;
  // A year-to-date period represents the quarter at its end only if that quarter's start is unknown.
  const quarter = position === H1 ? Q2 : position === M9 ? Q3 : null;
  if (quarter !== null && slots.bounds(slots.durationSlot(year, quarter)) !== null) return false;
  if (position === FY && (prepared.named.has(end) || isComparedBalance(prepared, end))) return true;
  return report !== -1;
}

/**
 * Whether an interim report compares its balance sheet with that of the last year's end, without flows of that year. At
 * SEC EDGAR an annual report shows that year; other registries may have only a single report.
 */
function isComparedBalance({ own, filings }: Prepared, end: Day): boolean {
  return own.some(
    ({ role, comparativeBalance, filing }) =>
      role === 'interim' &&
      comparativeBalance !== null &&
      Math.abs(comparativeBalance - end) <= SAME_DATE_DAYS &&
      !isFormOfSec(filings[filing]?.form ?? ''),
  );
}

/** The original report whose own period ends with a duration of a year; -1 if none. */
function ownReport(evaluated: Evaluation, year: number, position: number): number {
  const { slots, own } = evaluated.prepared;
  const bounds = slots.bounds(slots.durationSlot(year, position));
  const role = position === FY ? 'annual' : 'interim';
  const found = own.find(period => period.role === role && bounds !== null && Math.abs(period.end - bounds.end) <= 7);
  return found?.filing ?? -1;
}

/**
 * Replaces cells of a filing's quarter, some by those of the year to date. Identities are tested within the quarter, and
 * within the year to date if the quarter lacks their terms.
 */
export function finishFilingRow(row: PeriodRow, toDate: PeriodRow, cells: Cells, filing: number): PeriodRow {
  const inQuarter = cells.map(cell => (cell?.has('year_to_date') ? undefined : cell));
  const own = checkIdentities(inQuarter, row.chart.companyType, row.evidence);
  const added = toDate.tested.filter(identity => !own.tested.includes(identity));
  const isToDate = (terms: Breach['terms']) =>
    Object.keys(terms).some(code => cells[codeNumber(code)]?.has('year_to_date'));
  const breaches = own.breaches.concat(
    toDate.breaches.filter(({ identity, terms }) =>
      toDate.tested.includes(identity) ? added.includes(identity) : isToDate(terms),
    ),
  );
  const tested = [...own.tested, ...added];
  return { ...row, cells, filing, breaches, tested, status: setStatuses(row.chart, cells, breaches) };
}

const KEY_NUMBERS: ReadonlySet<number> = new Set(KEY_CODES.map(codeNumber));
const HARD = new Set(IDENTITIES.filter(identity => identity.isHard).map(identity => identity.id));
const WARNINGS = [
  'off_face',
  'vintage_fallback',
  'older_vintage',
  'restated_quarters',
  'newest_refused',
  'inconsistent_candidates',
  'suspect_zero',
  'reported_q4_differs',
  'sign_flip',
  'negative',
  'sign_assumed',
  'split_basis',
  'common_income',
];
const REVIEW = ['inconsistent_duplicate', 'scale_error', 'scale_suspect'];

/** Identities that flag the wrong term themselves; the others are unaffected. */
const SELF_MARKED = ['X2'];

/** Causes that are errors of the filer: known, but still requiring review. */
const OWN_FAULTS = ['sign_flip', 'scale'];

/** Sets the status of each value, and returns that of the period, from flags and breached identities. */
function setStatuses(chart: Chart, cells: Cells, breaches: readonly Breach[]): ValidationStatus {
  for (const row of chart.applicable) {
    const cell = cells[row.number];
    if (!cell) continue;
    if (cell.flags.length > 0 && cell.flags.some(flag => REVIEW.includes(flag))) cell.status = 'needs_review';
    else if (cell.flags.length > 0 && cell.flags.some(flag => WARNINGS.includes(flag)))
      cell.status = 'published_with_warnings';
    else if (cell.isByFormula && row.isStated && !KEY_NUMBERS.has(row.number)) cell.status = 'published_with_warnings';
  }
  let hasWarning = breaches.length > 0;
  let needsReview = false;
  for (const breach of breaches) {
    const isOpen = breach.cause === null || OWN_FAULTS.includes(breach.cause);
    const isUnexplained = isOpen && HARD.has(breach.identity);
    needsReview ||= isUnexplained;
    if (SELF_MARKED.includes(breach.identity)) continue;
    for (const name of Object.keys(breach.terms)) {
      const cell = cells[codeNumber(name)];
      if (!cell || cell.status === 'needs_review') continue;
      cell.status = isUnexplained ? 'needs_review' : 'published_with_warnings';
    }
  }
  let keys = 0;
  for (const number of KEY_NUMBERS) {
    const cell = cells[number];
    if (!cell) continue;
    keys++;
    needsReview ||= cell.status === 'needs_review';
    hasWarning ||= cell.status === 'published_with_warnings';
  }
  if (keys === 0) return 'unavailable';
  if (needsReview) return 'needs_review';
  return hasWarning ? 'published_with_warnings' : 'published';
}

function countLines(cells: Cells): number {
  let count = 0;
  for (const cell of cells) if (cell && !cell.isByFormula && ++count >= MIN_LINES) return count;
  return count;
}

/** The newest filing that states a core line of the period; if none does, the newest of all. */
function newestFiling(cells: Cells): number {
  const { codeOf } = coreConcepts();
  let core = -1;
  let any = -1;
  for (const cell of cells) {
    if (!cell) continue;
    any = Math.max(any, cell.filing);
    if (cell.concept >= 0 && (codeOf[cell.concept] ?? -1) >= 0) core = Math.max(core, cell.filing);
  }
  return core === -1 ? any : core;
}

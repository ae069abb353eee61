import { codeNumber } from '../checks/chart.ts';
import { evaluate, type IssuerFacts } from '../evaluate.ts';
import { LINE_ITEMS } from '../line-items.ts';
import type { Prepared } from '../prepare.ts';
import { durationRow, finishFilingRow, type PeriodRow } from '../rows.ts';
import { Cell } from '../values/cell.ts';
import { FY, H1, M9, Q2, Q3, Q4 } from '../values/slots.ts';

/** Quarters by the year-to-date duration that ends with them. */
const QUARTER_AT_END: ReadonlyMap<number, number> = new Map([
  [H1, Q2],
  [M9, Q3],
  [FY, Q4],
]);

/** Line items of the cash-flow statement, and ratios of them: interim reports state them for the year to date. */
const OF_CASH_FLOW: ReadonlySet<number> = cashFlowCodes();
/** Missing amounts of a quarter for which the year to date is shown. */
const AMOUNTS: ReadonlySet<number> = new Set(
  LINE_ITEMS.filter(item => item.periodType === 'duration' && item.unitKind === 'currency').map(({ code }) =>
    codeNumber(code),
  ),
);

/**
 * The period that a filing reports, from its own statements alone: its year, or its quarter if it states figures of the
 * quarter, or the year to date. Cash flows of a quarter, and amounts that the filing states for the year to date only,
 * are those of the year to date and flagged. Other filings only add the opening balance that averages need.
 */
export function filingPeriod(prepared: Prepared, issuer: IssuerFacts, filing: number): PeriodRow | null {
  const own = prepared.own.find(period => period.filing === filing);
  if (!own) return null;
  const { slots } = prepared;
  const place = slots.place(own.start, own.end);
  if (place === -1) return null;
  const year = prepared.years.findIndex(
    (_, at) => place >= slots.durationSlot(at, FY) && place < slots.durationSlot(at + 1, FY),
  );
  const position = place - slots.durationSlot(year, FY);
  const evaluated = evaluate(prepared, issuer, { filing, year });
  const quarter = QUARTER_AT_END.get(position);
  const row =
    own.role === 'interim' && quarter !== undefined && states(prepared, filing, slots.durationSlot(year, quarter))
      ? durationRow(evaluated, year, quarter)
      : null;
  const toDate = durationRow(evaluated, year, position);
  if (!row || !toDate || !states(prepared, filing, place)) {
    const only = row ?? toDate;
    return only && { ...only, filing };
  }
  const cells = row.cells.slice();
  for (const { number } of row.chart.applicable) {
    const isOfCashFlow = OF_CASH_FLOW.has(number);
    if (!isOfCashFlow && (cells[number] || !AMOUNTS.has(number))) continue;
    const cell = toDate.cells[number];
    if (cell) cells[number] = markToDate(cell);
    else if (cells[number]?.isByFormula) cells[number] = undefined;
  }
  return finishFilingRow(row, toDate, cells, filing);
}

/** Whether a filing states a figure of a slot. */
function states({ placed }: Prepared, filing: number, slot: number): boolean {
  for (let run = placed.firstRun(slot); run < placed.firstRun(slot + 1); run++) {
    if (placed.entryBy(run, filing) !== -1) return true;
  }
  return false;
}

function markToDate(cell: Cell): Cell {
  const marked = new Cell(cell.value, cell.method, cell.concept, cell.filing, cell.unit, cell.start, cell.end);
  marked.exact = cell.exact;
  marked.formula = cell.formula;
  marked.basis = cell.basis;
  marked.decimals = cell.decimals;
  marked.half = cell.half;
  marked.flags = cell.flags;
  marked.isByFormula = cell.isByFormula;
  marked.flag('year_to_date');
  return marked;
}

function cashFlowCodes(): Set<number> {
  const ofStatement = new Set(
    LINE_ITEMS.filter(item => item.statementType === 'cashflow' && item.periodType === 'duration').map(
      ({ code }) => code,
    ),
  );
  const ratios = LINE_ITEMS.filter(
    item =>
      item.statementType === 'ratio' &&
      item.formulas.some(formula => formula.split(/[^a-z_]+/).some(word => ofStatement.has(word))),
  );
  return new Set([...ofStatement, ...ratios.map(({ code }) => code)].map(codeNumber));
}

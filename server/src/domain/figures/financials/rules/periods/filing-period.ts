import { evaluate, type IssuerFacts } from '../evaluate.ts';
import type { Prepared } from '../prepare.ts';
import { durationRow, finishFilingRow, type PeriodRow } from '../rows.ts';
import { Cell } from '../values/cell.ts';
import { isSubtractable } from '../values/derivation.ts';
import { FY, H1, M9, Q2, Q3, Q4 } from '../values/slots.ts';

/** Year-to-date durations by the quarter at their end. */
const TO_DATE: ReadonlyMap<number, number> = new Map([
  [Q2, H1],
  [Q3, M9],
  [Q4, FY],
]);

/**
 * The period that a filing reports, from its own statements: its year or its quarter (its half year if it has no
 * quarters). A value that it states only for the year to date, and that no earlier filing allows to subtract, is kept
 * and flagged.
 */
export function filingPeriod(prepared: Prepared, issuer: IssuerFacts, filing: number): PeriodRow | null {
  const own = prepared.own.find(period => period.filing === filing);
  if (!own) return null;
  const place = prepared.slots.place(own.start, own.end);
  if (place === -1) return null;
  const year = prepared.years.findIndex(
    (_, at) => place >= prepared.slots.durationSlot(at, FY) && place < prepared.slots.durationSlot(at + 1, FY),
  );
  const position = place - prepared.slots.durationSlot(year, FY);
  const evaluated = evaluate(prepared, issuer, { filing, year });
  const quarter =
    own.role === 'annual' ? position : ([...TO_DATE].find(([, toDate]) => toDate === position)?.[0] ?? position);
  const row = durationRow(evaluated, year, quarter) ?? durationRow(evaluated, year, position);
  if (!row) return null;
  const toDate = TO_DATE.get(quarter);
  const whole =
    toDate === undefined || own.role === 'annual'
      ? undefined
      : evaluated.cells.get(prepared.slots.durationSlot(year, toDate));
  if (!whole || row.fiscalPeriod === 'h1') return { ...row, filing };
  const cells = row.cells.slice();
  for (const rule of row.chart.applicable) {
    const cell = whole[rule.number];
    if (!cell || cells[rule.number] || !isSubtractable(rule)) continue;
    const stated = new Cell(cell.value, cell.method, cell.concept, cell.filing, cell.unit, cell.start, cell.end);
    stated.exact = cell.exact;
    stated.formula = cell.formula;
    stated.basis = cell.basis;
    stated.decimals = cell.decimals;
    stated.flags = cell.flags;
    stated.isByFormula = cell.isByFormula;
    stated.flag('year_to_date');
    cells[rule.number] = stated;
  }
  return finishFilingRow(row, cells, filing);
}

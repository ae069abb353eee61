import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS, type Day } from '../../../../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../../../../kernel/lists.ts';
import type { ChartRow } from '../../checks/chart.ts';
import type { Version } from '../../checks/vintages.ts';
import { Cell } from '../cell.ts';
import { isSameWithin } from '../precision.ts';
import { asOfDay, type DerivationContext } from './context.ts';
import { followRoute, type Route } from './route.ts';

/** Dates a cell by the first day on which its route gave a value, and compares with that value. */
export function dateByRoute(cell: Cell, route: Route, row: ChartRow, context: DerivationContext): void {
  if (isUnrestated(route)) cell.since = knownSince(route.histories);
  else setFirst(cell, [route], context, then => followRoute(route, row, then));
}

/** Whether no operand has ever changed: no other day gives another value. */
export function isUnrestated({ histories }: Route): boolean {
  for (const versions of histories) if (versions.length !== 1) return false;
  return true;
}

/**
 * Dates a derived cell by the first day on which the filings known by then gave a value, and compares with that value.
 * `derive` computes the cell in the context of a day, by any of the routes.
 */
export function setFirst(
  cell: Cell,
  routes: readonly Route[],
  context: DerivationContext,
  derive: (then: DerivationContext) => Cell | 'mixed' | null,
): void {
  const known = routes.filter(({ histories }) => histories.every(versions => versions.length > 0));
  cell.since = minOf(known.map(({ histories }) => knownSince(histories)));
  if (known.length === 1 && known[0] && isUnrestated(known[0])) return;
  const versions = known.flatMap(({ histories }) => histories.flat());
  const days = new Set(versions.map(({ firstDay }) => firstDay).filter(day => day >= cell.since));
  let first: Cell | null = null;
  let until = maxOf(versions.map(({ lastDay }) => lastDay));
  for (const day of [...days].sort((a, b) => a - b)) {
    const next = derive(asOfDay(context, day));
    if (!(next instanceof Cell)) continue;
    if (first === null) {
      first = next;
      cell.since = day;
      if (isSameWithin(first.value, cell.value, Math.max(cell.half, 0.5))) return;
    } else if (!isSameWithin(next.value, first.value, Math.max(first.half, 0.5))) {
      until = day;
      break;
    }
  }
  if (first === null) return;
  cell.first = { value: first.value, filing: first.filing, restatement: 'recast', until };
}

/** The day on which all operands were known. */
export function knownSince(histories: readonly (readonly Version[])[]): Day {
  let since = BEFORE_ALL_DAYS;
  for (const versions of histories) since = Math.max(since, versions[0]?.firstDay ?? AFTER_ALL_DAYS);
  return since;
}

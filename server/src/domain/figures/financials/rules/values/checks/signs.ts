import { type Chart, codeNumber } from '../../checks/chart.ts';
import { LINE_ITEMS } from '../../line-items.ts';
import type { Cells } from '../cell.ts';

/** Releases, credits, refunds and changes of balances: either sign is plausible, so no flag is set. */
const EITHER = new Set(
  [
    'income_tax',
    'provision_for_credit_losses',
    'restructuring',
    'impairment',
    'acquisitions',
    'taxes_paid',
    'change_in_receivables',
    'change_in_inventory',
  ].map(codeNumber),
);

/** Gains that became losses and reversals: occasionally negative, which is flagged but does not prove an error. */
const SELDOM = new Set(
  [
    'stock_based_compensation',
    'preferred_dividends',
    'claims',
    'benefits_losses_expenses',
    'additional_paid_in_capital',
    'interest_income',
    'interest_income_total',
    'revenue',
    'other_revenue',
    'fees_and_commissions',
    'investment_banking_revenue',
    'rental_income',
    'premiums',
  ].map(codeNumber),
);

/** Codes that are stated as positive amounts and whose sign is meaningful. */
const SIGNED_POSITIVE = LINE_ITEMS.flatMap((item, number) =>
  item.sign !== 'signed' && item.statementType !== 'ratio' && !EITHER.has(number) ? [number] : [],
);

/** Those of a duration, for identity V1: balances are reported whatever their flag. */
export const POSITIVE_FLOWS: readonly number[] = SIGNED_POSITIVE.filter(
  number => LINE_ITEMS[number]?.periodType === 'duration',
);

/**
 * Flags negative amounts of codes that are positive by definition: `sign_flip` if a filer stated them so, `negative` if
 * they may be correct or were computed. The value stays as filed.
 */
export function markSigns(chart: Chart, cells: Cells): void {
  for (const number of SIGNED_POSITIVE) {
    const cell = cells[number];
    if (!cell || cell.value >= 0 || chart.rows[number] === null) continue;
    cell.flag(cell.method === 'reported' && !SELDOM.has(number) ? 'sign_flip' : 'negative');
  }
}

import { type Chart, codeNumber, knownConcept } from '../checks/chart.ts';
import { includesOtherIncome } from '../concepts/face-labels.ts';
import type { Cells } from './cell.ts';
import { halfWidth } from './precision.ts';
import type { SlotReader } from './selection/slot-reader.ts';

const REVENUE = codeNumber('revenue');
const EXCISE = knownConcept('us-gaap:ExciseAndSalesTaxes');

/**
 * Flags what a revenue total includes beyond revenue, if sums show it: excise tax that is passed on, other income and
 * gains (revenue less all costs is then pretax income), or a bank's interest before interest expense.
 */
export function markRevenueBasis(chart: Chart, cells: Cells, reader: SlotReader): void {
  const revenue = cells[REVENUE];
  if (!revenue || revenue.basis !== null || revenue.isByFormula) return;
  const name = reader.observations.conceptNames[revenue.concept] ?? '';
  // The name of a filer's own concept states that it is before taxes passed on, and its label that it is wider.
  if (name.startsWith('ext:')) {
    if (/Including(SalesBased|Excise)\w*Tax/.test(name)) revenue.basis = 'excise_gross';
    else if (includesOtherIncome(reader.faces.of(revenue.filing)?.get(name))) revenue.basis = 'incl_other_income';
    if (revenue.basis !== null) return;
  }
  const value = (code: string) => cells[codeNumber(code)]?.value ?? null;
  const closes = (parts: readonly (number | null)[]) => {
    let rest = revenue.value;
    let width = revenue.half;
    for (const part of parts) {
      if (part === null) return false;
      rest -= part;
      width += Math.min(halfWidth(part, null), reader.observations.grains[revenue.filing] ?? 0);
    }
    return Math.abs(rest) <= Math.max(1, width);
  };
  const excise = reader.valueBy(EXCISE, revenue.filing);
  if (excise !== null && excise > 0 && closes([excise, value('cost_of_revenue'), value('gross_profit')])) {
    revenue.basis = 'excise_gross';
    return;
  }
  const isCommercial = chart.companyType === 'commercial' || chart.companyType === 'utility';
  const isTotal = reader.observations.conceptNames[revenue.concept] === 'us-gaap:Revenues';
  if (
    isCommercial &&
    isTotal &&
    value('operating_income') === null &&
    closes([value('costs_and_expenses'), value('pretax_income')])
  ) {
    revenue.basis = 'incl_other_income';
    return;
  }
  if (chart.companyType === 'bank' && value('interest_expense') !== 0) {
    if (closes([value('interest_income_total'), value('noninterest_income')])) revenue.basis = 'interest_gross';
  }
}

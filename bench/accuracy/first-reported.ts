import type { KpiPeriod, KpiValue } from '../../server/src/domain/figures/financials/model/financials.ts';
import { normaliseFinancials } from '../../server/src/domain/figures/financials/rules/financials.ts';
import { addDays } from '../../server/src/kernel/dates.ts';
import { type Company, type FinancialsCache, inputOf } from './companies.ts';
import { type Comparison, count, newComparison, skip, whereOf } from './comparison.ts';

/** A filing accepted after hours is known on the next business day. */
const DAYS_UNTIL_KNOWN = 2;

/**
 * The value that the whole history calls the first must be the value of an answer as of the first day on which the
 * period has the line. The second comes from a computation for every filing day, from the filings of that day alone.
 */
export function compareFirstReported(companies: readonly Company[], cache: FinancialsCache): Comparison {
  const comparison = newComparison(
    'First reported against `as_of`',
    'For every value of every period of the recorded histories: the value first reported, compared beyond rounding with the value `as_of` the first day on which the period has the line.',
  );
  for (const company of companies) {
    if (company.source === 'companyfacts') compareHistory(comparison, company, cache);
  }
  return comparison;
}

interface FirstValue {
  value: KpiValue;
  asOf: string;
}

function compareHistory(comparison: Comparison, company: Company, cache: FinancialsCache): void {
  const first = firstValues(company);
  for (const period of cache.of(company).periods) {
    for (const [code, value] of Object.entries(period.values)) {
      const expected = first.get(keyOf(period, code));
      if (expected === undefined) {
        skip(comparison, 'periods that no single day shows');
        continue;
      }
      const stated = value.firstReported?.value ?? value.value;
      const difference = Math.abs(stated - expected.value.value);
      const row = {
        issuer: company.name,
        period: `${period.fiscalPeriod} ${period.periodEnd}`,
        code,
        expected: String(expected.value.value),
      };
      const where = `${whereOf(value)}; as of ${expected.asOf} ${whereOf(expected.value)}`;
      count(comparison, row, { ...value, value: stated }, difference <= toleranceOf(expected.value, value), where);
    }
  }
}

function firstValues(company: Company): Map<string, FirstValue> {
  const filed = [...new Set(company.set.filings.map(filing => filing.filed))].sort();
  const first = new Map<string, FirstValue>();
  for (const [at, day] of filed.entries()) {
    const known = addDays(day, DAYS_UNTIL_KNOWN);
    const next = filed[at + 1];
    const asOf = next !== undefined && next <= known ? day : known;
    for (const period of normaliseFinancials(inputOf(company, asOf)).periods) {
      for (const [code, value] of Object.entries(period.values)) {
        const key = keyOf(period, code);
        if (!first.has(key)) first.set(key, { value, asOf });
      }
    }
  }
  return first;
}

function keyOf({ fiscalPeriod, periodStart, periodEnd }: KpiPeriod, code: string): string {
  return `${fiscalPeriod} ${periodStart} ${periodEnd} ${code}`;
}

/** The rounding of the two values, at least a millionth. */
function toleranceOf(a: KpiValue, b: KpiValue): number {
  const unit = (value: KpiValue) => (typeof value.decimals === 'number' ? 10 ** -value.decimals : 0);
  return Math.max(Math.abs(a.value) * 2e-6, unit(a), unit(b));
}

import type { KpiPeriod, KpiValue } from '../../server/src/domain/figures/financials/model/financials.ts';
import { normaliseFinancials } from '../../server/src/domain/figures/financials/rules/financials.ts';
import { halfWidth } from '../../server/src/domain/figures/financials/rules/values/precision.ts';
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
    'Every value of every period of the recorded histories. The value first reported must equal, but for rounding, what `as_of` returns on the first day on which the period has the line.',
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

interface FirstAnswers {
  values: Map<string, FirstValue>;
  /** First day on which an answer shows the period, by period. */
  periods: Map<string, string>;
}

function compareHistory(comparison: Comparison, company: Company, cache: FinancialsCache): void {
  const first = firstAnswers(company);
  const filedOf = new Map(company.set.filings.map(filing => [filing.accession, filing.filed]));
  for (const period of cache.of(company).periods) {
    for (const [code, value] of Object.entries(period.values)) {
      const expected = first.values.get(`${keyOf(period)} ${code}`);
      if (expected === undefined) {
        skip(comparison, 'periods that no single day shows');
        continue;
      }
      const reportedOn = filedOf.get(value.firstReported?.accession ?? '') ?? '';
      const answeredOn = first.periods.get(keyOf(period)) ?? '';
      if (reportedOn !== '' && addDays(reportedOn, DAYS_UNTIL_KNOWN) < answeredOn) {
        skip(comparison, 'first reported as a comparative, before a report of the period itself');
        continue;
      }
      const stated = { ...value, value: value.firstReported?.value ?? value.value };
      const difference = Math.abs(stated.value - expected.value.value);
      const row = {
        issuer: company.name,
        period: `${period.fiscalPeriod} ${period.periodEnd}`,
        code,
        expected: String(expected.value.value),
      };
      const where = `${whereOf(value)}; as of ${expected.asOf} ${whereOf(expected.value)}`;
      count(comparison, row, stated, difference <= toleranceOf(expected.value, stated), where);
    }
  }
}

function firstAnswers(company: Company): FirstAnswers {
  const filed = [...new Set(company.set.filings.map(filing => filing.filed))].sort();
  const values = new Map<string, FirstValue>();
  const periods = new Map<string, string>();
  for (const [at, day] of filed.entries()) {
    const known = addDays(day, DAYS_UNTIL_KNOWN);
    const next = filed[at + 1];
    const asOf = next !== undefined && next <= known ? day : known;
    for (const period of normaliseFinancials(inputOf(company, asOf)).periods) {
      if (!periods.has(keyOf(period))) periods.set(keyOf(period), asOf);
      for (const [code, value] of Object.entries(period.values)) {
        const key = `${keyOf(period)} ${code}`;
        if (!values.has(key)) values.set(key, { value, asOf });
      }
    }
  }
  return { values, periods };
}

function keyOf({ fiscalPeriod, periodStart, periodEnd }: KpiPeriod): string {
  return `${fiscalPeriod} ${periodStart} ${periodEnd}`;
}

/**
 * A unit of the last digit of the coarser value, at least a millionth: the operands of a derived value are rounded too.
 * Amounts without stated decimals have as many as their zeros show.
 */
function toleranceOf(a: KpiValue, b: KpiValue): number {
  const unit = ({ value, decimals }: KpiValue) =>
    decimals === null && !Number.isInteger(value) ? 0 : 2 * halfWidth(value, decimals);
  return (1 + 1e-9) * Math.max(Math.abs(a.value) * 2e-6, unit(a), unit(b));
}

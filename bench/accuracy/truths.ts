import { join } from 'node:path';
import type { Financials, KpiPeriod, KpiValue } from '../../server/src/domain/figures/financials/model/financials.ts';
import { normaliseFilingKpis } from '../../server/src/domain/figures/financials/rules/financials.ts';
import { type Company, type FinancialsCache, inputOf, readTable } from './companies.ts';
import { type Comparison, count, newComparison, skip, whereOf } from './comparison.ts';

/** Rows of the tables that the filings contradict; they are counted unchanged. */
const REMARKS: Readonly<Record<string, string>> = {
  '320193 2017 q2 operating_cash_flow':
    'the row subtracts a recast first quarter (27,234) from an original half year (39,579): the 10-Q of 2017-02-01 gave 27,056 under the ContinuingOperations tag, so 27,234 belongs to the recast basis, on which the half year is 39,804',
};

/** Names that the tables of truth use for a code. */
const CODE_OF: Readonly<Record<string, string>> = {
  equity_including_noncontrolling: 'equity_including_minority',
  net_income_including_noncontrolling: 'net_income_including_minority',
};

function byCik(companies: readonly Company[], source: string): Map<number, Company> {
  return new Map(companies.filter(company => company.source === source).map(company => [company.cik, company]));
}

/** Values that people read from the statements of a filing, compared with the first reported value for the period. */
export function compareFinancials(folder: string, companies: readonly Company[], cache: FinancialsCache): Comparison {
  const comparison = newComparison(
    'financials.tsv',
    'Values that people read from printed statements, compared with the first reported and the current value. Only issuers and periods with stored facts.',
  );
  const known = byCik(companies, 'companyfacts');
  for (const row of readTable(join(folder, 'truth/financials.tsv'))) {
    const company = known.get(Number(row.cik));
    if (!company) {
      skip(comparison, 'no facts of the issuer (the value is only in a document)');
      continue;
    }
    const item = row.line_item ?? '';
    if (/_class_\d/.test(item)) {
      skip(comparison, 'share classes, which facts without dimensions lack');
      continue;
    }
    const code = CODE_OF[item] ?? item;
    const [quarter = '', toDate] = (row.fiscal_period ?? '').toLowerCase().split(' ');
    const fiscalPeriod = toDate === undefined ? quarter : ({ q1: 'q1', q2: 'h1', q3: '9m' }[quarter] ?? quarter);
    const financials = cache.of(company);
    const period = findPeriod(financials, fiscalPeriod, row.period_end ?? '', code);
    if (!period && !hasFactsBefore(financials, row.period_end ?? '')) {
      skip(comparison, 'the period is older than the facts');
      continue;
    }
    const value = period?.values[code];
    const first = value?.firstReported?.value ?? value?.value;
    const described = {
      issuer: row.ticker ?? '',
      period: `${row.fiscal_period} ${row.period_end}`,
      code,
      expected: row.value ?? '',
    };
    const isDated = (row.period_start ?? '') === '' || value?.periodStart === row.period_start;
    const hasYear = period?.fiscalYear === Number(row.fiscal_year);
    // A document may restate earlier years: its value is then the current one, not the first reported one.
    const isStated = first === Number(row.value) || value?.value === Number(row.value);
    const agrees = isStated && isDated && (period === undefined || hasYear);
    count(comparison, described, value, agrees);
  }
  return comparison;
}

/**
 * Compares quarters, trailing years, as-of and restated values with values computed by hand, including deliberate
 * nulls.
 */
export function comparePeriods(folder: string, companies: readonly Company[], cache: FinancialsCache): Comparison {
  const comparison = newComparison(
    'periods_gold.tsv',
    'Periods computed by hand: value, dates, fiscal year and method must be equal; an intended null must be absent.',
  );
  const known = byCik(companies, 'companyfacts');
  for (const row of readTable(join(folder, 'truth/periods_gold.tsv'))) {
    const company = known.get(Number(row.cik));
    if (!company) {
      skip(comparison, 'no recorded facts of the issuer');
      continue;
    }
    const code = row.line_item ?? '';
    const period = cache
      .of(company, row.as_of || null)
      .periods.find(
        period =>
          period.fiscalYear === Number(row.fiscal_year) &&
          period.fiscalPeriod === row.fiscal_period &&
          (period.fiscalPeriod !== 'ttm' || period.periodEnd === row.period_end),
      );
    const value = period?.values[code];
    const asOf = row.as_of ? ` as of ${row.as_of}` : '';
    const described = {
      issuer: row.ticker ?? '',
      period: `${row.fiscal_year} ${row.fiscal_period}${asOf}`,
      code,
      expected: row.value === '' ? 'null' : (row.value ?? ''),
    };
    const agrees =
      row.value === ''
        ? period !== undefined && value === undefined
        : value !== undefined &&
          value.value === Number(row.value) &&
          value.method === row.method &&
          value.periodEnd === row.period_end &&
          (row.period_start === '' || value.periodStart === row.period_start);
    const remark = REMARKS[`${row.cik} ${row.fiscal_year} ${row.fiscal_period} ${code}`];
    const where = value ? whereOf(value) : (row.how ?? '').slice(0, 160);
    count(comparison, described, value, agrees, remark ? `${where} (${remark})` : where);
  }
  return comparison;
}

/** Compares the first and the last statement of a concept and period that differ. */
export function compareRestated(folder: string, companies: readonly Company[], cache: FinancialsCache): Comparison {
  const comparison = newComparison(
    'restated_values.tsv',
    'The current value must be the value stated last, and `first_reported` the value stated first if the two differ by more than rounding. Compared if the code uses the concept of the row.',
  );
  const known = byCik(companies, 'companyfacts');
  for (const row of readTable(join(folder, 'truth/restated_values.tsv'))) {
    const company = known.get(Number(row.cik));
    if (!company) {
      skip(comparison, 'no recorded facts of the issuer');
      continue;
    }
    const found = findByConcept(
      cache.of(company),
      `us-gaap:${row.concept}`,
      row.period_start ?? '',
      row.period_end ?? '',
    );
    if (!found) {
      skip(comparison, 'no code uses the concept in the period');
      continue;
    }
    const first = found.value.firstReported?.value ?? found.value.value;
    const expectedFirst = Number(row.first_value);
    const isFirst = first === expectedFirst || Math.abs(first - expectedFirst) <= roundingOf(expectedFirst, first);
    const last = Number(row.last_value);
    // A last statement in a coarser unit keeps the digits of the one before.
    const isLast =
      Math.abs(found.value.value - last) <= (found.value.value === last ? 0 : roundingOf(last, found.value.value));
    const described = {
      issuer: row.entity ?? '',
      period: `${row.period_start || 'at'}..${row.period_end}`,
      code: found.code,
      expected: `${row.first_value} (${row.first_accession}), then ${row.last_value} (${row.last_accession})`,
    };
    count(comparison, described, found.value, isFirst && isLast, `first ${first}; ${whereOf(found.value)}`);
  }
  return comparison;
}

/** Compares values that people read by row label in a data set. Cash flows are year to date there. */
export function compareDataSet(folder: string, companies: readonly Company[]): Comparison {
  const comparison = newComparison(
    'fsds_2009q3.tsv',
    'Values that people read by the filers’ row labels, compared with the filing’s own period; cash flows of interim reports with the year to date.',
  );
  const known = byCik(companies, 'fsds_2009q3');
  const filings = new Map<string, KpiPeriod | null>();
  for (const row of readTable(join(folder, 'truth/fsds_2009q3.tsv'))) {
    const company = known.get(Number(row.cik));
    if (!company) {
      skip(comparison, 'no recorded facts of the issuer');
      continue;
    }
    const accession = row.adsh ?? '';
    const code = row.item ?? '';
    let period = filings.get(accession);
    if (period === undefined) {
      period = normaliseFilingKpis(inputOf(company), accession);
      filings.set(accession, period);
    }
    const value = period?.values[code];
    const described = {
      issuer: `${row.name} (sic ${row.sic})`,
      period: `${row.form} ${row.period} ${accession}`,
      code,
      expected: `${Number(row.value)} "${row.label}" ${row.tag}`,
    };
    const where = value
      ? whereOf(value)
      : period
        ? `${period.fiscalPeriod} ${period.periodStart}..${period.periodEnd}`
        : 'no period';
    count(comparison, described, value, value !== undefined && value.value === Number(row.value), where);
  }
  return comparison;
}

function findPeriod(financials: Financials, fiscalPeriod: string, end: string, code: string): KpiPeriod | undefined {
  const isCover = code === 'shares_outstanding';
  return financials.periods.find(
    period =>
      period.fiscalPeriod === fiscalPeriod &&
      (isCover ? period.values[code]?.periodEnd === end : period.periodEnd === end),
  );
}

function hasFactsBefore(financials: Financials, end: string): boolean {
  return financials.periods.some(period => period.periodEnd <= end);
}

function findByConcept(
  financials: Financials,
  concept: string,
  start: string,
  end: string,
): { code: string; value: KpiValue } | null {
  for (const period of financials.periods) {
    for (const [code, value] of Object.entries(period.values)) {
      const isSame = value.concept === concept && value.periodEnd === end && (value.periodStart ?? '') === start;
      if (isSame && value.method === 'reported') return { code, value };
    }
  }
  return null;
}

/** Half of the rounding unit of the coarser of two figures. */
function roundingOf(a: number, b: number): number {
  const width = (value: number) => {
    let unit = 1;
    while (unit < 1e6 && value !== 0 && value % (unit * 10) === 0) unit *= 10;
    return Number.isInteger(value) && Math.abs(value) >= 1000 ? unit / 2 : 0.005;
  };
  return Math.max(width(a), width(b));
}

import type { NamedLineItem } from '@asfiled/client';
import type { FigureValue, Period } from './company.ts';

export type { Period } from './company.ts';
export type LineItem = NamedLineItem;

/** A few line items of the taxonomy. */
export const taxonomy: LineItem[] = [
  item('revenue', 'income', 'pos', 'currency'),
  item('interest_expense', 'income', 'cost', 'currency'),
  item('eps_diluted', 'income', 'signed', 'currency_per_share'),
  item('operating_cash_flow', 'cashflow', 'signed', 'currency'),
  item('capital_expenditure', 'cashflow', 'outflow', 'currency'),
  item('free_cash_flow', 'cashflow', 'signed', 'currency'),
];

/** Apple’s figures in its 10-K for 2018 (0000320193-18-000145); operating cash flow of 2017 was 63,598 in the 10-K before. */
const FIGURES: Record<number, Record<string, number>> = {
  2018: { revenue: 265_595e6, eps_diluted: 11.91, operating_cash_flow: 77_434e6, capital_expenditure: 13_313e6 },
  2017: { revenue: 229_234e6, eps_diluted: 9.21, operating_cash_flow: 64_225e6, capital_expenditure: 12_451e6 },
  2016: { revenue: 215_639e6, eps_diluted: 8.31, operating_cash_flow: 66_231e6, capital_expenditure: 12_734e6 },
};

const FIRST_REPORTED = {
  value: 63_598e6,
  filing_id: 'sec-edgar:0000320193-17-000070',
  filed_at: '2017-11-03T12:01:37Z',
  restatement: 'recast' as const,
};

export function period(year: number): Period {
  const figures = FIGURES[year] ?? {};
  const values: Record<string, FigureValue> = Object.fromEntries(
    Object.entries(figures).map(([code, amount]) => [code, value(year, amount, 'reported')]),
  );
  values.interest_expense = { ...value(year, null, null), reason: 'not_reported' };
  values.free_cash_flow = {
    ...value(year, (figures.operating_cash_flow ?? 0) - (figures.capital_expenditure ?? 0), 'derived'),
    formula: 'operating_cash_flow - capital_expenditure',
  };
  const operating = values.operating_cash_flow;
  if (year === 2017 && operating) values.operating_cash_flow = { ...operating, first_reported: FIRST_REPORTED };
  return {
    fiscal_year: year,
    fiscal_period: 'fy',
    period_start: `${year - 1}-10-01`,
    period_end: `${year}-09-29`,
    filing_id: 'sec-edgar:0000320193-18-000145',
    form_type: '10-K',
    filed_at: '2018-11-05T13:01:40Z',
    kpi_validation_status: 'published',
    breaches: [],
    values,
  };
}

function value(year: number, amount: number | null, method: FigureValue['method']): FigureValue {
  return {
    value: amount,
    unit: 'USD',
    method,
    concept: null,
    filing_id: 'sec-edgar:0000320193-18-000145',
    period_start: `${year - 1}-10-01`,
    period_end: `${year}-09-29`,
    filed_at: '2018-11-05T13:01:40Z',
    decimals: -6,
    kpi_validation_status: 'published',
    value_flags: [],
  };
}

function item(
  code: string,
  statement_type: LineItem['statement_type'],
  sign: LineItem['sign'],
  unit_kind: LineItem['unit_kind'],
): LineItem {
  return {
    code,
    statement_type,
    label: code,
    sign,
    period_type: 'duration',
    unit_kind,
  };
}

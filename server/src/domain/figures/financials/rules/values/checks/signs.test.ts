import { describe, expect, it } from 'vitest';
import type { KpiPeriod } from '../../../model/financials.ts';
import { type FictionalReport, fictionalFacts, fictionalInput, flows } from '../../fictional-filer.ts';
import { normaliseFinancials } from '../../financials.ts';

const SPENT = 'PaymentsToAcquirePropertyPlantAndEquipment';

function year(label: number, lines: Record<string, number>): FictionalReport {
  return {
    accession: `0000000000-${label - 1999}-000001`,
    form: '10-K',
    filed: `${label + 1}-02-20`,
    fiscalYear: label,
    durations: { [`${label}-01-01..${label}-12-31`]: flows(5000, lines) },
  };
}

function newestOf(...reports: FictionalReport[]): KpiPeriod {
  const [period] = normaliseFinancials(fictionalInput([fictionalFacts(reports)])).periods;
  if (!period) throw new Error('no period');
  return period;
}

describe('signs', () => {
  it('marks an outflow that is filed as negative and excludes it from free cash flow', () => {
    const { values, breaches, status } = newestOf(year(2021, { [SPENT]: -400, PaymentsOfDividends: -90 }));
    expect(values.capital_expenditure).toMatchObject({
      value: -400,
      flags: ['sign_flip'],
      status: 'published_with_warnings',
    });
    expect(values.dividends_paid?.flags).toEqual(['sign_flip']);
    expect(values.free_cash_flow).toBeUndefined();
    expect(values.payout_ratio).toBeUndefined();
    expect(breaches.map(({ identity, cause }) => `${identity} ${cause}`)).toEqual(['V1 sign_flip', 'V1 sign_flip']);
    expect(status).toBe('published_with_warnings');
  });

  it('uses its magnitude if the filer states outflows in other periods', () => {
    const { values } = newestOf(year(2020, { [SPENT]: 350 }), year(2021, { [SPENT]: -400 }));
    expect(values.capital_expenditure).toMatchObject({ value: -400, flags: ['sign_flip'] });
    expect(values.free_cash_flow).toMatchObject({
      value: 1500 - 400,
      formula: 'operating_cash_flow + capital_expenditure',
      flags: ['sign_assumed'],
    });
  });

  it('marks negative costs', () => {
    const { values } = newestOf(year(2021, { CostOfRevenue: -3000, ResearchAndDevelopmentExpense: -50 }));
    expect(values.cost_of_revenue).toMatchObject({ value: -3000, flags: ['sign_flip'] });
    expect(values.research_and_development?.flags).toEqual(['sign_flip']);
  });

  it('raises no flag for releases and credits, and a weaker one for items that are seldom negative', () => {
    const { values } = newestOf(
      year(2021, { IncomeTaxExpenseBenefit: -40, RestructuringCharges: -5, ShareBasedCompensation: -3 }),
    );
    expect(values.income_tax?.flags).toEqual([]);
    expect(values.restructuring?.flags).toEqual([]);
    expect(values.stock_based_compensation?.flags).toEqual(['negative']);
  });
});

import { describe, expect, it } from 'vitest';
import type { KpiValue } from '../model/financials.ts';
import { fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';

const SALES = 'ext:SalesIncludingSalesBasedTaxes';
const WIDER = 'ext:RevenuesAndMore';

/** Revenue of a year whose face has only lines of the filer's own, by concept and label. */
function revenueOf(lines: Record<string, readonly [label: string, value: number]>): KpiValue | undefined {
  const { Revenues: _, ...figures } = flows(5000);
  const own = Object.fromEntries(Object.entries(lines).map(([concept, [, value]]) => [concept, value]));
  const face = Object.entries(lines).map(([concept, [label]], line) => ({
    statement: 'IS' as const,
    report: 2,
    line,
    concept,
    label,
    isNegated: false,
    isParenthetical: false,
  }));
  const report = {
    accession: '0000000000-22-000001',
    form: '10-K',
    filed: '2022-02-20',
    fiscalYear: 2021,
    durations: { '2021-01-01..2021-12-31': { ...figures, ...own } },
    face,
  };
  return normaliseFinancials(fictionalInput([fictionalFacts([report])])).periods[0]?.values.revenue;
}

describe('revenue under concepts of the filer', () => {
  it('is the line of sales and not the total that includes other income', () => {
    const revenue = revenueOf({
      [SALES]: ['Sales and other operating revenue', 5000],
      [WIDER]: ['Total revenues and other income', 5200],
    });
    expect(revenue).toMatchObject({ value: 5000, concept: SALES, basis: 'excise_gross', flags: ['label_match'] });
  });

  it('is the wider total, and is marked as such, if no line is revenue alone', () => {
    const revenue = revenueOf({ [WIDER]: ['Total revenues and other income', 5200] });
    expect(revenue).toMatchObject({ value: 5200, basis: 'incl_other_income' });
  });

  it('is the line labelled net total if the statement shows gross and net revenue', () => {
    const gross = 'us-gaap:Revenues';
    const net = 'ext:RevenueAfterRoyalties';
    const shown = (labels: readonly [string, string]) =>
      revenueOf({ [gross]: [labels[0], 6000], 'ext:Royalties': ['Royalties', -1000], [net]: [labels[1], 5000] });
    expect(shown(['Petroleum and natural gas sales', 'Total revenues, net of royalties'])).toMatchObject({
      value: 5000,
      concept: net,
      flags: ['label_match'],
    });
    expect(shown(['Gross revenues', 'Net revenues'])).toMatchObject({ value: 5000, concept: net });
    // Sales net of returns are a part of all revenue, not revenue after deductions.
    expect(shown(['Total revenues', 'Net sales'])).toMatchObject({ value: 6000, concept: gross });
  });
});

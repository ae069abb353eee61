import { describe, expect, it } from 'vitest';
import { period } from '../figures-fixture.ts';
import { type ChartCompany, readout, sentenceOf, toCharts } from './chart-models.ts';

const periods = [period(2018), period(2017), period(2016)];
const charts = toCharts([{ name: 'Apple Inc.', periods, changes: [] }], periods, 'restated');
const chart = (id: string) => charts.find(chart => chart.id === id);

describe('charts (Apple, fiscal 2016 to 2018, as filed)', () => {
  it('are drawn oldest first, in billions', () => {
    expect(chart('revenue')).toMatchObject({
      unit: 'USD bn',
      labels: ['2016', '2017', '2018'],
      series: [{ name: 'Revenue', values: [215.639, 229.234, 265.595] }],
    });
  });

  it('contain the first reported value of a restated figure', () => {
    expect(chart('cash')?.series[0]?.firsts).toEqual([null, 63.598, null]);
    expect(toCharts([], periods, 'first').find(({ id }) => id === 'cash')?.series[0]).toMatchObject({
      values: [66.231, 63.598, 77.434],
      firsts: [null, null, null],
    });
  });

  it('omit unreported measures and keep gaps in others', () => {
    expect(chart('margins')).toBeUndefined();
    expect(chart('shares')).toBeUndefined();
    const gap = toCharts([{ name: 'A', periods: [], changes: [] }], periods, 'restated');
    expect(gap.map(({ id }) => id)).toEqual(['revenue', 'cash']);
  });

  it('compare revenue only in a common currency', () => {
    const apple = { name: 'Apple Inc.', periods, changes: [] };
    const inYen = periods.map(period => ({
      ...period,
      values: Object.fromEntries(
        Object.entries(period.values).map(([code, value]) => [code, { ...value, unit: 'JPY' }]),
      ),
    })) as typeof periods;
    const drawn = (others: ChartCompany[]) =>
      toCharts([apple, ...others], periods, 'restated').find(({ id }) => id === 'compared-revenue');
    expect(drawn([{ name: 'Other', periods: periods.slice(1), changes: [] }])).toMatchObject({
      title: 'Revenue, compared',
      unit: 'USD bn',
      series: [{ values: [215.639, 229.234, 265.595] }, { name: 'Other', values: [215.639, 229.234, null] }],
    });
    expect(drawn([{ name: 'In yen', periods: inYen, changes: [] }])).toBeUndefined();
    expect(drawn([])).toBeUndefined();
  });

  it('mark other currencies and year ends in amounts, and splits in share counts only', () => {
    const of = { ratio: null, codes: null, filing_id: 'x:1' };
    const changes = [
      { ...of, kind: 'fiscal_year_end' as const, date: '2017-10-01', from: '12-31', to: '09-29' },
      { ...of, kind: 'currency' as const, date: '2016-10-01', from: 'EUR', to: 'USD' },
      { ...of, kind: 'split' as const, date: '2016-10-01', ratio: 4, from: null, to: null, codes: ['eps_diluted'] },
    ];
    const marked = toCharts([{ name: 'A', periods, changes }], periods, 'restated');
    const revenue = marked.find(({ id }) => id === 'revenue');
    expect(revenue?.breaks).toEqual([
      { at: 2, words: 'left: years to 31 December' },
      { at: 1, words: 'left: in EUR' },
    ]);
    expect(revenue && sentenceOf(revenue)).toContain('At 2017, left: in EUR.');
  });

  it('have a one-sentence description', () => {
    const revenue = chart('revenue');
    expect(revenue && sentenceOf(revenue)).toBe('Revenue, USD bn. Revenue rose from 215.6 to 265.6, 2016 to 2018.');
    expect([readout(null), readout(-2.34)]).toEqual(['–', '−2.3']);
  });
});

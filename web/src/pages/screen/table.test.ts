import type { FinancialsScreenOut, NamedLineItem as Item } from '@asfiled/client';
import { describe, expect, it } from 'vitest';
import { parseDecimal, toText } from '../../format/decimal.ts';
import { isAnsweredBy, readCriteria, toInput, writeFilters } from './criteria.ts';
import { toCsv } from './export.ts';
import { definitionOf, formatMeasure, lineItemCode, MEASURES, missingReason } from './measures.ts';
import { medianOf, toTable } from './table.ts';

function item(code: string, label: string, unit_kind: Item['unit_kind'] = 'currency'): Item {
  return {
    code,
    label,
    unit_kind,
    statement_type: unit_kind === 'ratio' ? 'ratio' : 'income',
    sign: 'pos',
    period_type: 'duration',
  };
}

const revenue = item('revenue', 'Revenue');
const margin = item('gross_margin', 'Gross margin', 'ratio');
const taxonomy = [revenue, margin];

function answer(rows: [name: string, currency: string, revenue: number | null, margin: number | null][]) {
  return {
    items: rows.map(([name, currency, amount, share], at) => ({
      entity: { canonical_key: `cik:${at}`, company_name: name, ticker: `T${at}`, market_id: 'us' },
      fiscal_year: 2025,
      period_end: '2025-12-31',
      currency,
      filing_id: `sec:${at}`,
      kpi_validation_status: 'published',
      values: { revenue: amount, gross_margin: share },
    })),
    total: rows.length,
    currencies: [...new Set(rows.map(([, currency]) => currency))],
    next_cursor: null,
    data_as_of: null,
    empty_reason: null,
  } as FinancialsScreenOut;
}

const THREE = answer([
  ['Aurora', 'USD', 4_000_000_000, 0.4],
  ['Boreal', 'USD', null, 0.25],
  ['Cinder', 'USD', -1_000_000_000, -0.1],
]);

describe('measures of a screen', () => {
  it('are line items and the growth of some of them', () => {
    const growth = MEASURES.find(({ code }) => code === 'revenue_growth');
    if (!growth) throw new Error('no growth of revenue');
    expect(growth.label).toBe('Revenue, growth');
    expect(formatMeasure(growth, parseDecimal('0.0642'), 6)).toEqual({ text: '+6.4', hanging: '%' });
    expect(formatMeasure(growth, parseDecimal('-0.0283'), 6)).toEqual({ text: '−2.8', hanging: '%' });
    expect(definitionOf(growth)).toMatch(/^Change against the previous fiscal year\. /);
    expect([lineItemCode('revenue_growth'), missingReason(growth)]).toEqual([
      'revenue',
      'no growth: no previous year, or a negative amount',
    ]);
  });
});

describe('the table of a screen', () => {
  const byRevenue = { columns: taxonomy, sort: { item: revenue, isDescending: true }, scale: null } as const;

  it('sorts missing values last in both directions', () => {
    const names = (isDescending: boolean) =>
      toTable(THREE, { ...byRevenue, sort: { item: revenue, isDescending } }).rows.map(
        ({ company }) => company.entity.company_name,
      );
    expect(names(true)).toEqual(['Aurora', 'Cinder', 'Boreal']);
    expect(names(false)).toEqual(['Cinder', 'Aurora', 'Boreal']);
  });

  it('draws bars in the sort column only, from a common zero', () => {
    const { rows, zero, columns } = toTable(THREE, byRevenue);
    expect(zero).toBeCloseTo(0.2);
    expect(rows.map(({ cells }) => cells[0]?.bar)).toEqual([
      { start: 0.2, length: 0.8, isNegative: false },
      { start: 0, length: 0.2, isNegative: true },
      null,
    ]);
    expect(rows.every(({ cells }) => cells[1]?.bar === null)).toBe(true);
    expect(columns.map(({ median, unit, given }) => [median?.text, unit, given])).toEqual([
      ['1,500', 'm USD', 2],
      ['25.0', '', 3],
    ]);
  });

  it('has no median or bars for mixed currencies, but compares ratios', () => {
    const mixed = answer([
      ['Aurora', 'USD', 4_000_000_000, 0.4],
      ['Dorado', 'JPY', 900_000_000_000, 0.2],
    ]);
    const { columns, zero, isMixed } = toTable(mixed, byRevenue);
    expect([isMixed, zero, columns[0]?.median, columns[0]?.unit]).toEqual([true, null, null, 'm reported currency']);
    expect(columns[1]?.median?.text).toBe('30.0');
    expect(toTable(mixed, { ...byRevenue, sort: { item: margin, isDescending: true } }).zero).toBe(0);
  });

  it('has an exact median', () => {
    const of = (...texts: string[]) => {
      const median = medianOf(texts.map(parseDecimal));
      return median && toText(median);
    };
    expect(of('0.1', '3', '2')).toBe('2.00');
    expect(of('1', '9007199254740993')).toBe('4503599627370497.0');
    expect(of()).toBeNull();
  });

  it('exports raw numbers', () => {
    expect(toCsv(toTable(THREE, byRevenue)).split('\r\n').slice(0, 2)).toEqual([
      'company,canonical_key,market_id,ticker,fiscal_year,period_end,currency,filing_id,kpi_validation_status,converted_by,revenue,gross_margin',
      'Aurora,cik:0,us,T0,2025,2025-12-31,USD,sec:0,published,,4000000000,0.4',
    ]);
  });
});

describe('the criteria in the URL', () => {
  it('are passed in API syntax, with unknown parts collected', () => {
    const criteria = readCriteria(
      {
        f: 'revenue.gte.400000000,nonsense.gt.1,revenue.like.3,gross_margin.lt.0.25',
        cols: 'gross_margin',
        year: '2024',
      },
      taxonomy,
    );
    expect(criteria?.ignored).toEqual(['nonsense.gt.1', 'revenue.like.3']);
    expect(criteria && writeFilters(criteria.filters)).toBe('revenue.gte.4e8,gross_margin.lt.0.25');
    expect(criteria && toInput(criteria)).toMatchObject({
      filters: 'revenue.gte.4e8,gross_margin.lt.0.25',
      // The sort column is requested too.
      columns: 'gross_margin,revenue',
      sort: '-revenue',
      fiscal_year: 2024,
      limit: 100,
    });
  });

  it('respect the maximum number of filters', () => {
    const f = Array.from({ length: 14 }, (_, at) => `revenue.gt.${at}`).join();
    const criteria = readCriteria({ f }, taxonomy);
    expect([criteria?.filters.length, criteria?.ignored]).toEqual([12, ['revenue.gt.12', 'revenue.gt.13']]);
  });

  it('cost nothing if the loaded result already answers them', () => {
    const requested = { columns: 'revenue,gross_margin', sort: '-revenue', limit: 100 };
    expect(isAnsweredBy({ ...requested, sort: 'gross_margin' }, requested, true)).toBe(true);
    expect(isAnsweredBy({ ...requested, sort: 'gross_margin' }, requested, false)).toBe(false);
    expect(isAnsweredBy({ ...requested, columns: 'gross_margin' }, requested, false)).toBe(true);
    expect(isAnsweredBy({ ...requested, columns: 'net_income' }, requested, true)).toBe(false);
    expect(isAnsweredBy({ ...requested, market_id: 'us' }, requested, true)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { balance, type FictionalReport, fictionalFacts, fictionalInput, flows } from './fictional-filer.ts';
import { normaliseFinancials } from './financials.ts';

const year2020: FictionalReport = {
  accession: 'a-2020',
  form: '10-K',
  filed: '2021-02-10',
  fiscalYear: 2020,
  durations: { '2020-01-01..2020-12-31': flows(4000) },
  instants: { '2020-12-31': balance(8000) },
};

const year2021: FictionalReport = {
  accession: 'a-2021',
  form: '10-K',
  filed: '2022-02-10',
  fiscalYear: 2021,
  durations: { '2021-01-01..2021-12-31': flows(4400), '2020-01-01..2020-12-31': flows(4000) },
  instants: { '2021-12-31': balance(9000), '2020-12-31': balance(8000) },
};

/** The value of a line of 2020 in an answer of today, and in one as of a day. */
function valuesOf(reports: readonly FictionalReport[], code: string, asOf: string, fiscalPeriod = 'fy') {
  const sets = [fictionalFacts(reports)];
  const [now, then] = [null, asOf].map(day =>
    normaliseFinancials(fictionalInput(sets, { asOf: day })).periods.find(
      period => period.fiscalYear === 2020 && period.fiscalPeriod === fiscalPeriod,
    ),
  );
  const value = now?.values[code];
  return { now: value?.value, first: value?.firstReported?.value, before: then?.values[code]?.value };
}

describe('the first reported value equals the response as of that day', () => {
  it('of a line that a formula gave before a filing stated it', () => {
    const { GrossProfit: _, ...without } = flows(4000);
    const before = { ...year2020, durations: { '2020-01-01..2020-12-31': without } };
    const after = {
      ...year2021,
      durations: { ...year2021.durations, '2020-01-01..2020-12-31': flows(4000, { GrossProfit: 1580 }) },
    };
    const { now, first, before: earlier } = valuesOf([before, after], 'gross_profit', '2021-03-01');
    expect([now, first, earlier]).toEqual([1580, 1600, 1600]);
  });

  it('of a quarter that was a difference before a filing stated it recast', () => {
    const months = {
      accession: 'q3-2020',
      form: '10-Q',
      filed: '2020-11-01',
      fiscalYear: 2020,
      durations: { '2020-01-01..2020-09-30': flows(2900), '2020-07-01..2020-09-30': flows(1000) },
      instants: { '2020-09-30': balance(7800) },
    };
    const recast = {
      ...year2021,
      durations: {
        '2021-01-01..2021-12-31': flows(4400),
        '2020-01-01..2020-12-31': flows(4000),
        '2020-10-01..2020-12-31': flows(1200),
        '2020-07-01..2020-09-30': flows(900),
        '2020-04-01..2020-06-30': flows(950),
        '2020-01-01..2020-03-31': flows(950),
      },
    };
    const { now, first, before: earlier } = valuesOf([months, year2020, recast], 'revenue', '2021-03-01', 'q4');
    expect([now, first, earlier]).toEqual([1200, 1100, 1100]);
  });

  it('of a formula whose optional operand a later filing states', () => {
    const before = { ...year2020, instants: { '2020-12-31': balance(8000, { LongTermDebtNoncurrent: 900 }) } };
    const after = {
      ...year2021,
      instants: {
        '2021-12-31': balance(9000),
        '2020-12-31': balance(8000, { LongTermDebtNoncurrent: 900, ShortTermBorrowings: 150 }),
      },
    };
    const { now, first, before: earlier } = valuesOf([before, after], 'total_debt', '2021-03-01');
    expect([now, first, earlier]).toEqual([1050, 900, 900]);
  });

  it('of a ratio whose operands were restated at different times', () => {
    const restated = {
      ...year2021,
      durations: { '2021-01-01..2021-12-31': flows(4400), '2020-01-01..2020-12-31': flows(5000) },
    };
    const {
      now,
      first,
      before: earlier,
    } = valuesOf(
      [
        year2020,
        {
          ...restated,
          durations: { ...restated.durations, '2020-01-01..2020-12-31': flows(4000, { NetIncomeLoss: 500 }) },
        },
      ],
      'net_margin',
      '2021-03-01',
    );
    expect([now, first, earlier]).toEqual([0.125, 0.15, 0.15]);
  });

  it('of a magnitude that filings state with either sign', () => {
    const before = {
      ...year2020,
      instants: {
        '2020-12-31': balance(8000, { AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment: -700 }),
      },
    };
    const after = {
      ...year2021,
      instants: {
        '2021-12-31': balance(9000),
        '2020-12-31': balance(8000, { AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment: 700 }),
      },
    };
    const { now, first, before: earlier } = valuesOf([before, after], 'accumulated_depreciation', '2021-03-01');
    expect([now, first, earlier]).toEqual([700, undefined, 700]);
  });
});

describe('depreciation and amortisation', () => {
  it('adds the amortisation that another filing states for the period', () => {
    const before = {
      ...year2020,
      durations: {
        '2020-01-01..2020-12-31': flows(4000, { Depreciation: 300, AmortizationOfIntangibleAssets: 40 }),
      },
    };
    const after = {
      ...year2021,
      durations: {
        '2021-01-01..2021-12-31': flows(4400, { Depreciation: 330 }),
        '2020-01-01..2020-12-31': flows(4000, { Depreciation: 300 }),
      },
    };
    expect(valuesOf([before, after], 'depreciation_amortization', '2021-03-01').now).toBe(340);
    const { periods } = normaliseFinancials(fictionalInput([fictionalFacts([before, after])]));
    const year = periods.find(period => period.fiscalYear === 2021 && period.fiscalPeriod === 'fy');
    expect(year?.values.depreciation_amortization).toMatchObject({ value: 330, basis: 'depreciation_only' });
  });
});

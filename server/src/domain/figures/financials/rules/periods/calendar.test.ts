import { describe, expect, it } from 'vitest';
import { parseDay, toIsoDate } from '../../../../../kernel/dates.ts';
import { buildCalendar, type FiscalYear, nominalYearEnd, type OwnPeriod, type Span } from './calendar.ts';

function day(date: string): number {
  return parseDay(date) ?? 0;
}

function span(dates: string, more: Partial<Span> = {}): Span {
  const [start = '', end = ''] = dates.split('..');
  return {
    start: day(start),
    end: day(end),
    weight: 10,
    annualWeight: 0,
    isOwnAnnual: false,
    isOwnInterim: false,
    ...more,
  };
}

const annual = (dates: string) => span(dates, { annualWeight: 10, isOwnAnnual: true });
const comparative = (dates: string) => span(dates, { annualWeight: 8 });
const interim = (dates: string) => span(dates, { isOwnInterim: true });

function report(role: 'annual' | 'interim', dates: string, more: Partial<OwnPeriod> = {}): OwnPeriod {
  const { start, end } = span(dates);
  return {
    filing: 0,
    role,
    start,
    end,
    comparativeBalance: null,
    fiscalYear: null,
    labelledQuarter: null,
    isAmendment: false,
    isTransition: false,
    ...more,
  };
}

function show(year: FiscalYear | undefined): string {
  if (!year) return 'none';
  const quarters = year.quarterEnds.map(end => (end === null ? '–' : toIsoDate(end).slice(5))).join(' ');
  return `${year.label} ${toIsoDate(year.start)}..${toIsoDate(year.end)} ${quarters}`;
}

describe('fiscal calendar', () => {
  it('places 12-, 24- and 36-week periods by position (Costco fiscal 2023: 12, 12, 12 and 17 weeks)', () => {
    const spans = [
      annual('2022-08-29..2023-09-03'),
      interim('2022-08-29..2022-11-20'),
      interim('2022-08-29..2023-02-12'),
      interim('2022-08-29..2023-05-07'),
    ];
    const [year] = buildCalendar(spans, [report('annual', '2022-08-29..2023-09-03', { fiscalYear: 2023 })]);
    expect(show(year)).toBe('2023 2022-08-29..2023-09-03 11-20 02-12 05-07');
  });

  it('places a first quarter of 16 weeks', () => {
    const spans = [
      annual('2021-01-31..2022-01-29'),
      interim('2021-01-31..2021-05-22'),
      interim('2021-01-31..2021-08-14'),
    ];
    expect(show(buildCalendar(spans, [])[0])).toBe('2022 2021-01-31..2022-01-29 05-22 08-14 –');
  });

  it('recognises 52- and 53-week years (Apple fiscal 2016 and 2017)', () => {
    const years = buildCalendar([annual('2015-09-27..2016-09-24'), annual('2016-09-25..2017-09-30')], []);
    expect(years.map(show)).toEqual(['2016 2015-09-27..2016-09-24 – – –', '2017 2016-09-25..2017-09-30 – – –']);
    expect(nominalYearEnd(years)).toBe('09-30');
  });

  it('names a year that ends in early January after the year before', () => {
    expect(buildCalendar([annual('2014-12-28..2016-01-03')], [])[0]?.label).toBe(2015);
  });

  it("follows the filer's own custom for naming years", () => {
    const dates = ['2022-01-31..2023-01-29', '2023-01-30..2024-01-28'];
    const labels = (focus: number) =>
      buildCalendar(
        dates.map(annual),
        dates.map((date, at) => report('annual', date, { fiscalYear: focus + at })),
      ).map(year => year.label);
    expect(labels(2022)).toEqual([2022, 2023]);
    expect(labels(2023)).toEqual([2023, 2024]);
  });

  it('distinguishes the stub of a changed year end', () => {
    const years = buildCalendar(
      [annual('2014-07-01..2015-06-30'), annual('2015-07-01..2015-12-31'), annual('2016-01-01..2016-12-31')],
      [],
    );
    expect(years.map(year => [toIsoDate(year.end), year.isTransition])).toEqual([
      ['2015-06-30', false],
      ['2015-12-31', true],
      ['2016-12-31', false],
    ]);
  });

  it('keeps the reported year if a filer later restates one under its new calendar', () => {
    const years = buildCalendar(
      [
        annual('2014-07-01..2015-06-30'),
        annual('2015-07-01..2015-12-31'),
        annual('2016-01-01..2016-12-31'),
        comparative('2015-01-01..2015-12-31'),
      ],
      [],
    );
    expect(years.map(year => toIsoDate(year.start))).toEqual(['2014-07-01', '2015-07-01', '2016-01-01']);
  });

  it('opens a year from interim reports and from the balance sheet that they compare with', () => {
    const [open] = buildCalendar(
      [interim('2009-04-01..2009-06-30')],
      [report('interim', '2009-04-01..2009-06-30', { comparativeBalance: day('2008-12-31') })],
    );
    expect(open).toMatchObject({ isOpen: true, start: day('2009-01-01'), end: day('2009-12-31') });
    expect(show(open)).toContain('2009 ');
  });

  it('reaches back to the comparatives of the first reports', () => {
    const spans = [interim('2010-01-01..2010-06-30'), span('2009-01-01..2009-06-30'), annual('2010-01-01..2010-12-31')];
    const years = buildCalendar(spans, [report('interim', '2010-01-01..2010-06-30')]);
    expect(years.map(year => toIsoDate(year.start))).toEqual(['2009-01-01', '2010-01-01']);
  });

  it("uses the registry's label of a lone quarter only if no date determines it", () => {
    const quarter = '2024-05-01..2024-07-31';
    const label = { labelledQuarter: 2 };
    expect(show(buildCalendar([interim(quarter)], [report('interim', quarter, label)])[0])).toContain(
      '2024-02-01..2025-01-31',
    );
    const compared = { ...label, comparativeBalance: day('2024-04-30') };
    expect(show(buildCalendar([interim(quarter)], [report('interim', quarter, compared)])[0])).toContain(
      '2024-05-01..',
    );
  });

  it('treats 12 months outside an annual report as no fiscal year', () => {
    expect(buildCalendar([span('2020-04-01..2021-03-31')], [])).toEqual([]);
  });
});

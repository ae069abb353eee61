import type { BasisChange } from '@asfiled/client';
import { quotient, toNumber } from '../../../format/decimal.ts';
import { describeBefore, placeOfChange } from '../basis-changes.ts';
import type { Period } from '../company.ts';
import { decimalOf, numberOf, periodKey, periodLabel, type Vintage } from '../figures.ts';

/** A company in the charts; the first is the page's own. */
export interface ChartCompany {
  name: string;
  /** Newest first. */
  periods: readonly Period[];
  /** Where its periods are on another basis than those before, newest first. */
  changes: readonly BasisChange[];
}

export interface ChartSeries {
  name: string;
  /** A colour token: `s1` to `s6`. */
  color: string;
  dash: 'solid' | 'dashed' | 'dotted' | number[];
  /** One value per period, oldest first; null for a gap. */
  values: (number | null)[];
  /** First reported values, where a later filing restated them. */
  firsts: (number | null)[];
  isDerived: boolean;
}

export interface ChartModel {
  id: string;
  title: string;
  /** `USD bn`, `% of revenue`. */
  unit: string;
  kind: 'bars' | 'lines';
  /** Period keys: `2017fy`. */
  keys: string[];
  /** Axis labels: `2017`, `Q3 2025`. */
  labels: string[];
  series: ChartSeries[];
  /** Changes of basis: the index of the period before which it changes, and a description. */
  breaks: { at: number; words: string }[];
}

interface Drawn {
  code: string;
  name: string;
  color: string;
  dash?: ChartSeries['dash'];
}

const AMOUNTS: readonly { id: string; title: string; drawn: readonly Drawn[] }[] = [
  { id: 'revenue', title: 'Revenue', drawn: [{ code: 'revenue', name: 'Revenue', color: 's1' }] },
  {
    id: 'income',
    title: 'Operating and net income',
    drawn: [
      { code: 'operating_income', name: 'Operating', color: 's1' },
      { code: 'net_income', name: 'Net', color: 's3' },
    ],
  },
  {
    id: 'cash',
    title: 'Cash flow',
    drawn: [
      { code: 'operating_cash_flow', name: 'Operations', color: 's1' },
      { code: 'free_cash_flow', name: 'Free', color: 's2' },
    ],
  },
];

const SHARES = 'weighted_shares_diluted';

const MARGINS: readonly Drawn[] = [
  { code: 'gross_profit', name: 'Gross', color: 's1' },
  { code: 'operating_income', name: 'Operating', color: 's3', dash: 'dashed' },
  { code: 'net_income', name: 'Net', color: 's2', dash: 'dotted' },
];

const COMPARED: readonly Required<Pick<Drawn, 'color' | 'dash'>>[] = [
  { color: 's1', dash: 'solid' },
  { color: 's3', dash: 'dashed' },
  { color: 's2', dash: 'dotted' },
  { color: 's4', dash: [8, 3, 2, 3] },
  { color: 's6', dash: [12, 4] },
  { color: 's5', dash: [2, 6] },
];

/** A company's charts over the same periods, without empty ones. */
export function toCharts(companies: readonly ChartCompany[], shown: readonly Period[], vintage: Vintage): ChartModel[] {
  const periods = [...shown].reverse();
  const changes = companies[0]?.changes ?? [];
  const ofAmounts = breaksOf(
    changes.filter(({ kind }) => kind !== 'split'),
    periods,
    vintage,
  );
  const ofYears = breaksOf(
    changes.filter(({ kind }) => kind === 'fiscal_year_end'),
    periods,
    vintage,
  );
  const ofShares = breaksOf(changes.filter(isOfShares), periods, vintage);
  const amounts = AMOUNTS.map(({ id, title, drawn }) => ({
    ...amountChart(id, title, drawn, periods, vintage),
    breaks: ofAmounts,
  }));
  const shares: Drawn = { code: SHARES, name: 'Diluted shares', color: 's5' };
  const charts: ChartModel[] = [
    ...amounts,
    {
      ...lineChart(
        'margins',
        'Margins',
        '% of revenue',
        periods,
        MARGINS.map(drawn => marginSeries(drawn, drawn.code, periods, vintage)),
      ),
      breaks: ofYears,
    },
    { ...amountChart('shares', 'Diluted shares', [shares], periods, vintage), breaks: ofShares },
    ...comparedRevenue(companies, periods, vintage).map(chart => ({ ...chart, breaks: ofAmounts })),
    { ...comparedMargin(companies, periods, vintage), breaks: ofYears },
  ];
  return charts.filter(({ series }) => series.some(({ values }) => values.some(value => value !== null)));
}

function amountChart(
  id: string,
  title: string,
  drawn: readonly Drawn[],
  periods: readonly Period[],
  vintage: Vintage,
): ChartModel {
  const series = drawn.map(({ code, name, color }) => ({
    name,
    color,
    dash: 'solid' as const,
    values: periods.map(period => numberOf(period.values[code], vintage)),
    firsts: periods.map(period => (vintage === 'first' ? null : (period.values[code]?.first_reported?.value ?? null))),
    isDerived: periods.every(period => period.values[code]?.method !== 'reported'),
  }));
  const { power, word, plural } = powerOf(series.flatMap(({ values }) => values));
  const scaled = (value: number | null) => (value === null ? null : value / 10 ** power);
  const currency = periods.at(-1)?.values[drawn[0]?.code ?? '']?.unit ?? '';
  return {
    id,
    title,
    unit: currency === 'shares' ? plural : `${currency} ${word}`.trim(),
    kind: 'bars',
    ...axis(periods),
    series: series.map(entry => ({ ...entry, values: entry.values.map(scaled), firsts: entry.firsts.map(scaled) })),
    breaks: [],
  };
}

const POWERS: readonly { power: number; word: string; plural: string }[] = [
  { power: 12, word: 'tn', plural: 'trillions' },
  { power: 9, word: 'bn', plural: 'billions' },
  { power: 6, word: 'm', plural: 'millions' },
];
const WHOLE = { power: 0, word: '', plural: 'shares' };

/** The largest scale at which the maximum is at least 2. */
function powerOf(values: readonly (number | null)[]): (typeof POWERS)[number] {
  const most = Math.max(...values.map(value => Math.abs(value ?? 0)));
  return POWERS.find(({ power }) => most >= 2 * 10 ** power) ?? WHOLE;
}

function isOfShares({ kind, codes }: BasisChange): boolean {
  return kind === 'fiscal_year_end' || (codes?.includes(SHARES) ?? false);
}

/** Periods left of a break are on the old basis. */
function breaksOf(
  changes: readonly BasisChange[],
  oldestFirst: readonly Period[],
  vintage: Vintage,
): ChartModel['breaks'] {
  return changes.flatMap(change => {
    const at = placeOfChange(change, oldestFirst, vintage);
    return at === null ? [] : [{ at, words: `left: ${describeBefore(change)}` }];
  });
}

function lineChart(
  id: string,
  title: string,
  unit: string,
  periods: readonly Period[],
  series: ChartSeries[],
): ChartModel {
  return { id, title, unit, kind: 'lines', ...axis(periods), series, breaks: [] };
}

/** Compares amounts in one currency; no chart if the companies report in several. */
function comparedRevenue(
  companies: readonly ChartCompany[],
  periods: readonly Period[],
  vintage: Vintage,
): ChartModel[] {
  if (companies.length < 2) return [];
  const compared = companies.map(company => sameYears(company, periods).map(period => period?.values.revenue));
  const units = new Set(compared.flat().flatMap(value => value?.unit ?? []));
  const [currency] = units;
  if (currency === undefined || units.size > 1) return [];
  const amounts = compared.map(values => values.map(value => numberOf(value, vintage)));
  const { power, word } = powerOf(amounts.flat());
  const series = companies.map(({ name }, index) => ({
    name,
    ...styleOf(index),
    values: (amounts[index] ?? []).map(value => value && value / 10 ** power),
    firsts: [],
    isDerived: false,
  }));
  return [lineChart('compared-revenue', 'Revenue, compared', `${currency} ${word}`.trim(), periods, series)];
}

function comparedMargin(companies: readonly ChartCompany[], periods: readonly Period[], vintage: Vintage): ChartModel {
  const series = companies.map((company, index) => {
    const drawn = { code: 'operating_income', name: company.name, ...styleOf(index) };
    return marginSeries(drawn, drawn.code, sameYears(company, periods), vintage);
  });
  const title = companies.length > 1 ? 'Operating margin, compared' : 'Operating margin';
  return lineChart('compared', title, '% of revenue', periods, series);
}

/** The periods of another company with the same keys as the shown ones. */
function sameYears({ periods }: ChartCompany, shown: readonly Period[]): (Period | undefined)[] {
  const byKey = new Map(periods.map(period => [periodKey(period), period]));
  return shown.map(period => byKey.get(periodKey(period)));
}

function styleOf(index: number): Required<Pick<Drawn, 'color' | 'dash'>> {
  return COMPARED[index] ?? { color: 's5', dash: 'solid' };
}

function marginSeries(
  { name, color, dash }: Drawn,
  code: string,
  periods: readonly (Period | undefined)[],
  vintage: Vintage,
): ChartSeries {
  return {
    name,
    color,
    dash: dash ?? 'solid',
    values: periods.map(period => percentOfRevenue(period, code, vintage)),
    firsts: [],
    isDerived: true,
  };
}

function percentOfRevenue(period: Period | undefined, code: string, vintage: Vintage): number | null {
  const [part, revenue] = [decimalOf(period?.values[code], vintage), decimalOf(period?.values.revenue, vintage)];
  const share = part && revenue && quotient(part, revenue, 4);
  return share && toNumber(share) * 100;
}

function axis(periods: readonly Period[]): { keys: string[]; labels: string[] } {
  return { keys: periods.map(periodKey), labels: periods.map(shortPeriod) };
}

/** `2017` for a year; quarters are unchanged. */
function shortPeriod(period: Period): string {
  return period.fiscal_period === 'fy' ? String(period.fiscal_year) : periodLabel(period);
}

/** A value as text: one decimal, percent without the sign. */
export function readout(value: number | null): string {
  return value === null ? '–' : value.toFixed(1).replace('-', '−');
}

/** `Revenue rose from 215.6 to 416.2 bn USD, 2016 to 2025.` The chart's text alternative. */
export function sentenceOf({ title, unit, labels, series, breaks }: ChartModel): string {
  const parts = series.map(({ name, values }) => {
    const first = values.findIndex(value => value !== null);
    const last = values.findLastIndex(value => value !== null);
    const [from, to] = [values[first] ?? null, values[last] ?? null];
    if (from === null || to === null) return `${name}: no values`;
    const way = to > from ? 'rose' : to < from ? 'fell' : 'stayed';
    return `${name} ${way} from ${readout(from)} to ${readout(to)}, ${labels[first]} to ${labels[last]}`;
  });
  const changes = breaks.map(({ at, words }) => ` At ${labels[at]}, ${words}.`);
  return `${title}, ${unit}. ${parts.join('. ')}.${changes.join('')}`;
}

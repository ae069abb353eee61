import { parseClauses } from '../../../../formats/prose/grammar/parse-sentence.ts';
import { tokenize } from '../../../../formats/prose/tokens.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { Guidance } from '../../earnings/model/earnings-release.ts';
import { directionBetween } from './directions.ts';
import { type NamedMetric, readMetrics, toCode } from './metrics.ts';
import { type Cell, columnsOf } from './outlook-columns.ts';
import { readGrid, turned } from './outlook-grid.ts';
import { isHedged, readFigures, type StatedFigure } from './stated-figures.ts';
import { type Period, readPeriods } from './stated-periods.ts';

/** A statement of a table; null directions are settled by the text around it. */
export type TabledGuidance = Omit<Guidance, 'direction' | 'quote'> & { direction: Guidance['direction'] | null };

interface TableContext {
  /** The words above the table. */
  caption: string;
  /** The period that caption or heading state. */
  period: Period | null;
  reported: Period | null;
  /** Of a reconciliation only the measures themselves are read, not what is between them. */
  isReconciliation: boolean;
  /** The table itself is called an outlook: then measures without a code are read too. */
  isOutlook: boolean;
  /** The sentence above the table calls its figures expected. */
  isAhead: boolean;
}

const SCALE =
  /(?:\bin |\([^()]{0,12}|[$€£¥] ?)(?<scale>thousands?|millions?|billions?)\b|\((?:US)?[$€£¥] ?(?<letter>K|MM?|B)\)/i;
const SCALES: Readonly<Record<string, number>> = {
  ...{ thousand: 1e3, thousands: 1e3, million: 1e6, millions: 1e6, billion: 1e9, billions: 1e9 },
  ...{ k: 1e3, m: 1e6, mm: 1e6, b: 1e9 },
};
/** A smaller amount is in thousands or millions that the table does not state. */
const LEAST_AMOUNT = 1e5;
const NEUTRAL_LEAD =
  /\b(?:total|net|non-GAAP|GAAP|adjusted|diluted|basic|consolidated|reported|core|estimated|expected|full[- ]year|annual)\b/gi;
const MAX_HEADER_LINES = 6;
const AHEAD = /\b(?:outlook|guidance|forecasts?|targets?|project(?:ed|ions?)|expect(?:ed|ations?)|estimate[ds]?)\b/i;

/** Reads the rows of a table under an outlook. `start` is the offset of the table in the text. */
export function readOutlookTable(table: string, start: number, context: TableContext): TabledGuidance[] {
  const lines = turned(readGrid(table, start), isMeasure, text => ROW_OF_PERIOD.test(text) || isPeriod(text, context));
  const isLabel = (cells: readonly Cell[] | undefined) =>
    cells !== undefined && (cells[0]?.text ?? '') !== '' && cells.slice(1).every(cell => cell.text === '');
  const firstFigures = lines.findIndex(
    (cells, at) =>
      ((cells[0]?.text ?? '') !== '' || isLabel(lines[at - 1])) && cells.slice(1).some(cell => isValue(cell.text)),
  );
  if (firstFigures < 0) return [];
  const firstValue = lines[firstFigures]?.[0]?.text === '' ? firstFigures - 1 : firstFigures;
  const headers = lines.slice(Math.max(0, firstValue - MAX_HEADER_LINES), firstValue);
  const headText = headers
    .flat()
    .map(cell => cell.text)
    .join(' ');
  const scale = scaleIn(headText) ?? scaleIn(context.caption);
  const found: TabledGuidance[] = [];
  let heads = headers;
  /** Header lines since the last row of figures. */
  let below: Cell[][] = [];
  let group: string | null = null;
  let former: string | null = null;
  let isBelowLabel = false;
  for (const cells of lines.slice(firstValue)) {
    const [own, ...values] = cells;
    if (own === undefined) continue;
    // Figures below their label, in a line of their own.
    const label: Cell = own.text === '' && isBelowLabel && group !== null ? { ...own, text: group } : own;
    isBelowLabel = values.every(value => value.text === '');
    if (isBelowLabel) {
      // A line without values is a heading: of a new table with its own period, or of the rows below.
      group = label.text;
      if (readPeriods(label.text, context.reported).length > 0) heads = [[label]];
      continue;
    }
    if (!values.some(value => isValue(value.text))) {
      if (label.text === '' || readPeriods(label.text, context.reported).length > 0) {
        below.push(cells);
        heads = below.some(line => line.some(cell => isPeriod(cell.text, context))) ? below : [...heads, ...below];
      }
      continue;
    }
    below = [];
    const rows = readRow(label, values, { heads, group, scale, former }, context);
    former = rows[0]?.metric ?? former;
    appendAll(found, rows);
  }
  return found;
}

/** Rows of a table whose columns are measures. */
const ROW_OF_PERIOD = /^(?:low|high|midpoint|range|guidance|outlook|updated|current|prior|previous)\b/i;

function isMeasure(text: string): boolean {
  return readMetrics(text, { phrases: [] }).length > 0 && readFigures(text).length === 0;
}

function isPeriod(text: string, { reported }: TableContext): boolean {
  return readPeriods(text, reported).length > 0;
}

function scaleIn(words: string): number | null {
  const { scale, letter } = SCALE.exec(words)?.groups ?? {};
  return SCALES[(scale ?? letter ?? '').toLowerCase()] ?? null;
}

interface TableState {
  heads: readonly (readonly Cell[])[];
  group: string | null;
  scale: number | null;
  /** The measure of the row above; null above the first. */
  former: string | null;
}

/** A figure, not a year or a period. */
function isValue(text: string): boolean {
  return (
    /\d/.test(text) &&
    readPeriods(text.replace(/[$€£¥][\s\d,.]+/g, ' ')).length === 0 &&
    !/^\(?\d\)?$/.test(text) &&
    readFigures(text).length > 0
  );
}

function readRow(label: Cell, values: readonly Cell[], state: TableState, context: TableContext): TabledGuidance[] {
  const name = label.text
    .replace(/(?<=\p{L})\s?(?:\((?:\d{1,2}|[a-z*]{1,2})\)|\d{1,2}\))$|(?<=\p{L})\d{1,2}$|\*+$/u, '')
    .replace(/^[•·–—-]\s*/, '');
  const [ofLabel = null] = readPeriods(name, context.reported).map(stated => stated.period);
  // `2024 revenue`: the row has a period of its own. `2024`: it names no measure.
  if (!/[\p{L}\d]/u.test(name) || (ofLabel !== null && !isMeasure(name))) return [];
  const metric = GROWTH_OF_FORMER.test(name)
    ? growthOf(state.former)
    : metricOf(withoutPeriod(name, context.reported), state.group);
  if (
    metric === null ||
    (!context.isOutlook && metric.unit === 'any') ||
    (context.isReconciliation && !isHeadline(name, metric))
  )
    return [];
  const filled = values.filter(value => value.text !== '' && !/^[—–-]$/.test(value.text));
  // An exact figure below an outlook is a result unless the table itself calls it expected.
  const isAhead =
    context.isAhead || AHEAD.test([...state.heads.flat().map(head => head.text), state.group, label.text].join(' '));
  const columns = columnsOf(filled.length, values, state.heads, context.reported);
  const byPeriod = new Map<
    string,
    { period: Period; now: (StatedFigure | null)[]; old: (StatedFigure | null)[]; cell: Cell; isAdjusted: boolean }
  >();
  const statements: TabledGuidance[] = [];
  for (const [at, cell] of filled.entries()) {
    const column = columns[at];
    const [figure, ...others] = UNCHANGED.test(cell.text)
      ? readFigures(filled.find((_, place) => columns[place]?.role === 'old')?.text ?? '')
      : readFigures(cell.text);
    if (column === undefined || column.role === 'none' || figure === undefined) continue;
    if (others.length > 1 || (others[0] !== undefined && !isWithin(others[0], figure))) continue;
    const period = ofLabel ?? column.period ?? context.period;
    if (period === null) continue;
    const isLater = context.isOutlook && isAfter(period, context.reported);
    if (column.role === 'value' && !isAhead && !isLater && !isHedged(cell.text, figure)) continue;
    const scaledFigure = scaleFigure(figure, metric, scaleIn(label.text) ?? state.scale);
    if (scaledFigure === null) continue;
    const isAdjusted = metric.isAdjusted || column.isAdjusted || /\b(?:non-GAAP|adjusted)\b/i.test(cell.text);
    const key = `${period.fiscalYear} ${period.fiscalPeriod} ${isAdjusted} ${column.role === 'value' && !columns.some(candidate => candidate.role === 'old') ? at : ''}`;
    const entry = byPeriod.get(key) ?? { period, now: [], old: [], cell, isAdjusted };
    byPeriod.set(key, entry);
    if (column.role.startsWith('old')) entry.old.push(scaledFigure);
    else entry.now.push(scaledFigure);
    entry.cell = cell;
  }
  for (const { period, now, old, cell, isAdjusted } of byPeriod.values()) {
    const stated = rangeOf(now);
    if (stated === null) continue;
    const previous = rangeOf(old);
    statements.push(toStatement(metric, isAdjusted, period, stated, previous, label, cell));
  }
  return statements;
}

function withoutPeriod(name: string, reported: Period | null): string {
  const [stated] = readPeriods(name, reported);
  if (stated === undefined) return name;
  return `${name.slice(0, stated.start)} ${name.slice(stated.end)}`.replace(/\s+/g, ' ').replace(/^\W+|[\s,–-]+$/g, '');
}

/** The previous guidance in another column is that of now. */
const UNCHANGED = /^\(?(?:no change|unchanged|maintained|reaffirmed|reiterated|same|affirmed)\)?$/i;

/** `$10.60 – $10.70 / $10.65`: a range and its middle. */
function isWithin({ low, high }: StatedFigure, range: StatedFigure): boolean {
  return (
    low !== null &&
    low === high &&
    range.low !== null &&
    range.high !== null &&
    range.low < range.high &&
    range.low <= low &&
    low <= range.high
  );
}

/** `Y/Y growth` below `Revenue`: the growth of the measure above. */
const GROWTH_OF_FORMER =
  /^(?:(?:%|percent(?:age)?) )?(?:(?:y\/y|yoy|year[- ]over[- ]year|annual) )?(?:(?:% )?growth|(?:% )?change)(?: rate| y\/y| yoy)?(?: \(?%\)?)?$/i;

function growthOf(former: string | null): RowMetric | null {
  return former === null || /_growth$/.test(former)
    ? null
    : { code: `${former}_growth`, unit: 'percent', isAdjusted: false, isWhole: false };
}

const QUARTERS: Readonly<Record<string, number>> = { q1: 1, h1: 2, q2: 2, q3: 3, q4: 4, h2: 4, fy: 4 };

/** Whether a period ends after the one that the document reports on. */
function isAfter({ fiscalYear, fiscalPeriod }: Period, reported: Period | null): boolean {
  if (reported === null) return false;
  const end = (year: number, part: string) => year * 4 + (QUARTERS[part] ?? 0);
  return end(fiscalYear, fiscalPeriod) > end(reported.fiscalYear, reported.fiscalPeriod);
}

interface RowMetric {
  code: string;
  unit: NamedMetric['unit'];
  isAdjusted: boolean;
  /** The label names a known measure without more. */
  isWhole: boolean;
}

/** A measure that a reconciliation leads from or to. */
function isHeadline(name: string, { isWhole, unit }: RowMetric): boolean {
  return isWhole && (unit === 'shares' || /^(?:GAAP|non-GAAP|adjusted)\b/i.test(name));
}

/** An amount per share is in no scale. */
const PER_SHARE = /\bper (?:\p{L}+ ){0,3}(?:share|unit|ADS)\b(?!.*\bgrowth)/iu;
const NO_METRIC =
  /^(?:total|low|high|midpoint|date|period|quarter|year|name|note|exhibit|title|change|difference|assumptions?)$/i;

function metricOf(name: string, group: string | null): RowMetric | null {
  if (NO_METRIC.test(name)) return null;
  const parsed = parseClauses(name, tokenize(name));
  const [metric] = readMetrics(name, parsed);
  const isAdjusted =
    /\b(?:non-GAAP|adjusted)\b/i.test(name) ||
    (group !== null && /\bnon-GAAP\b/i.test(group) && !/\bGAAP and\b/i.test(group));
  if (metric === undefined) return { code: toCode(name), unit: 'any', isAdjusted: false, isWhole: false };
  const change = metric.change === null || /growth/.test(metric.code) ? '' : '_growth';
  const lead = name.slice(0, metric.start).replace(NEUTRAL_LEAD, '').trim();
  const trail = name
    .slice(metric.end)
    .replace(/^s\b/, '')
    .replace(/\([^)]*\)/g, '')
    .replace(/\b(?:growth|increase|range|guidance|outlook|rate|expense|GAAP|non-GAAP|diluted|net|target)\b/gi, '')
    .replace(/[^\p{L}]+/gu, '');
  const isWhole = lead === '' && trail === '';
  const code = isWhole ? `${metric.code}${change}` : toCode(name.replace(/\b(?:non-GAAP|GAAP|adjusted)\b\s?/gi, ''));
  return {
    code,
    unit: PER_SHARE.test(name) ? 'per_share' : change === '' && metric.change === null ? metric.unit : 'percent',
    isAdjusted,
    isWhole: isWhole && !/^\*/.test(metric.code) && !code.includes('expense'),
  };
}

function scaleFigure(figure: StatedFigure, metric: RowMetric, scale: number | null): StatedFigure | null {
  const { unit } = figure;
  if (metric.unit === 'percent') return unit === 'percent' || unit === 'points' ? figure : null;
  if (unit === 'percent') return metric.unit === 'any' || metric.unit === 'money' ? figure : null;
  if (metric.unit === 'per_share')
    return unit === 'plain' || unit === 'money' || unit === 'per_share' ? { ...figure, unit: 'per_share' } : null;
  if (unit === 'scaled') return figure;
  if (unit === 'plain' || unit === 'money') {
    const largest = Math.abs(figure.high ?? figure.low ?? 0);
    if (scale !== null && largest < 1e6)
      return {
        ...figure,
        unit: unit === 'plain' && metric.unit === 'shares' ? 'scaled' : 'money',
        low: times(figure.low, scale),
        high: times(figure.high, scale),
      };
    return unit === 'money' && largest >= LEAST_AMOUNT ? figure : null;
  }
  return figure;
}

function times(value: number | null, scale: number): number | null {
  return value === null ? null : Number((value * scale).toPrecision(12));
}

/** One figure or range, or the two ends of a range in two columns. */
function rangeOf([first, second, ...others]: readonly (StatedFigure | null)[]): StatedFigure | null {
  if (first === undefined || first === null || others.length > 0) return null;
  if (second === undefined || second === null) return first;
  if (first.unit !== second.unit || first.low === null || second.high === null || first.low > second.high) return null;
  return { ...first, high: second.high };
}

/** What a percentage of an amount is: a part of sales if the row says so, else its growth. */
function ratioOf(words: string): string {
  return OF_SALES.test(words) ? '_pct_of_revenue' : '_growth';
}

const OF_SALES = /(?:%|\bpercent(?:age)?|\bas a percent(?:age)?) of (?:\p{L}+ ){0,2}(?:revenues?|sales)\b/iu;

function toStatement(
  metric: RowMetric,
  isAdjusted: boolean,
  period: Period,
  figure: StatedFigure,
  previous: StatedFigure | null,
  label: Cell,
  cell: Cell,
): TabledGuidance {
  const isPercent = figure.unit === 'percent';
  const value = (number: number | null) =>
    number === null || !isPercent ? number : Number((number / 100).toPrecision(12));
  const isMoney = figure.unit === 'money' || figure.unit === 'per_share';
  const currency = isMoney ? (figure.currency ?? 'USD') : null;
  const unit = isPercent
    ? 'pure'
    : figure.unit === 'points'
      ? 'percentage points'
      : figure.unit === 'per_share'
        ? `${currency}/shares`
        : (currency ?? (metric.unit === 'shares' ? 'shares' : 'units'));
  const ratio =
    isPercent && metric.unit !== 'percent' && !/growth$/.test(metric.code) ? ratioOf(`${label.text} ${cell.text}`) : '';
  return {
    metric: `${isAdjusted && !metric.code.startsWith('adjusted_') ? 'adjusted_' : ''}${metric.code}${ratio}`,
    ...period,
    unit,
    currency,
    oldLow: value(previous?.low ?? null),
    oldHigh: value(previous?.high ?? null),
    newLow: value(figure.low),
    newHigh: value(figure.high),
    direction: previous === null ? null : directionBetween(previous, figure),
    charStart: label.start,
    charEnd: cell.end,
  };
}

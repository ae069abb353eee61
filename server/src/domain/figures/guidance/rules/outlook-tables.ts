import { parseClauses } from '../../../../formats/prose/grammar/parse-sentence.ts';
import { tokenize } from '../../../../formats/prose/tokens.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { Guidance } from '../../earnings/model/earnings-release.ts';
import { directionBetween } from './directions.ts';
import { type NamedMetric, readMetrics, toCode } from './metrics.ts';
import { type Cell, columnsOf } from './outlook-columns.ts';
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

const SCALE = /(?:\bin |\([^()]{0,12})(?<scale>thousands|millions|billions)\b/i;
const SCALES: Readonly<Record<string, number>> = { thousands: 1e3, millions: 1e6, billions: 1e9 };
/** A smaller amount is in thousands or millions that the table does not state. */
const LEAST_AMOUNT = 1e5;
const NEUTRAL_LEAD =
  /\b(?:total|net|non-GAAP|GAAP|adjusted|diluted|basic|consolidated|reported|core|estimated|expected|full[- ]year|annual)\b/gi;
const MAX_HEADER_LINES = 6;
const AHEAD = /\b(?:outlook|guidance|forecasts?|targets?|project(?:ed|ions?)|expect(?:ed|ations?)|estimate[ds]?)\b/i;

/** Reads the rows of a table under an outlook. `start` is the offset of the table in the text. */
export function readOutlookTable(table: string, start: number, context: TableContext): TabledGuidance[] {
  const lines = linesOf(table, start);
  const firstValue = lines.findIndex(
    cells => cells.length > 1 && (cells[0]?.text ?? '') !== '' && cells.slice(1).some(cell => isValue(cell.text)),
  );
  if (firstValue < 0) return [];
  const headers = lines.slice(Math.max(0, firstValue - MAX_HEADER_LINES), firstValue);
  const headText = headers
    .flat()
    .map(cell => cell.text)
    .join(' ');
  const scale = scaleIn(headText) ?? scaleIn(context.caption);
  const found: TabledGuidance[] = [];
  let heads = headers;
  let group: string | null = null;
  for (const cells of lines.slice(firstValue)) {
    const [label, ...values] = cells;
    if (label === undefined) continue;
    if (values.every(value => value.text === '')) {
      // A line without values is a heading: of a new table with its own period, or of the rows below.
      group = label.text;
      if (readPeriods(label.text, context.reported).length > 0) heads = [[label]];
      continue;
    }
    if (!values.some(value => isValue(value.text))) {
      heads =
        label.text === '' || readPeriods(label.text, context.reported).length > 0
          ? [...(group === null ? heads.slice(-1) : []), cells]
          : heads;
      continue;
    }
    appendAll(found, readRow(label, values, { heads, group, scale }, context));
  }
  return found;
}

function scaleIn(words: string): number | null {
  return SCALES[SCALE.exec(words)?.groups?.scale?.toLowerCase() ?? ''] ?? null;
}

interface TableState {
  heads: readonly (readonly Cell[])[];
  group: string | null;
  scale: number | null;
}

function linesOf(table: string, start: number): Cell[][] {
  const lines: Cell[][] = [];
  let at = start;
  for (const line of table.split('\n')) {
    const cells: Cell[] = [];
    let offset = at;
    for (const part of line.split('|')) {
      const text = part.trim();
      const from = offset + (part.length - part.trimStart().length);
      cells.push({ text, start: from, end: from + text.length });
      offset += part.length + 1;
    }
    at += line.length + 1;
    if (cells.some(cell => cell.text !== '')) lines.push(joinCells(cells));
  }
  return lines;
}

/** `190.0 | +/- | 10.0`, `48% | to | 49%`: one figure in several cells. */
function joinCells(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const isBehind = last !== undefined && joined.length > 1 && JOINS.test(last.text) && /^[$€£¥(\d.]/.test(cell.text);
    const isJoint =
      last !== undefined && /\d[\d.,%)]*$/.test(last.text) && /^(?:\+\s?\/\s?[-–−]|±|to)$/.test(cell.text);
    if (isBehind || isJoint) Object.assign(last, { text: `${last.text} ${cell.text}`, end: cell.end });
    else joined.push({ ...cell });
  }
  return joined;
}

/** What a cell ends with whose figure goes on in the next one. */
const JOINS = /\d[\d.,%)]* (?:\+\s?\/\s?[-–−]|±|to)$|^[$€£¥]$|(?:±|[-–−]|to) [$€£¥]$/;

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
  if (name === '' || readPeriods(name, context.reported).length > 0) return [];
  const metric = metricOf(name, state.group);
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
    const [figure, ...others] = readFigures(cell.text);
    if (column === undefined || column.role === 'none' || figure === undefined || others.length > 0) continue;
    if (column.role === 'value' && !isAhead && !isHedged(cell.text, figure)) continue;
    const period = column.period ?? context.period;
    if (period === null) continue;
    const scaledFigure = scaleFigure(figure, metric, scaleIn(label.text) ?? state.scale);
    if (scaledFigure === null) continue;
    const isAdjusted = metric.isAdjusted || /\b(?:non-GAAP|adjusted)\b/i.test(cell.text);
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

import { readFileSync } from 'node:fs';
import { parseSentence } from '../../../../../formats/prose/frames.ts';
import { readTableRows, type Sentence, type TableRow } from '../../../../../formats/prose/sentences.ts';
import { statusOfClause } from '../../../../../formats/prose/status.ts';
import type { FiscalPeriod } from '../../../../figures/financials/model/financials.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import { readTable } from '../event-kinds.ts';
import { readFigures, type StatedFigure } from './figures.ts';

type Outlook = EventFieldsByFamily['guidance'];

/** Guidance on one figure, with the words that state it. */
export interface StatedOutlook {
  fields: Partial<Outlook> & Pick<Outlook, 'direction'>;
  sentence: Pick<Sentence, 'quote' | 'start' | 'end'>;
}

interface Metric {
  code: string;
  unit: string;
  words: RegExp;
}

/** In order of precedence: of two at the same place the first wins. */
const METRICS: readonly Metric[] = readTable(readFileSync(new URL('./metrics.tsv', import.meta.url), 'utf8')).map(
  ([code = '', unit = '', words = '']) => ({ code, unit, words: new RegExp(`\\b(?:${words})s?\\b`, 'gi') }),
);

const EXPECTATION = /\b(?:expect|anticipat|estimat|project|forecast|target|guidance|outlook|assum)/i;
const VERBS = new Set(['expect', 'anticipate', 'estimate', 'project', 'forecast', 'target']);
const NOUNS = new Set(['expectation', 'guidance', 'outlook', 'forecast', 'target']);

/** Reads the guidance that sentences state: an expectation, a measure, a figure and its period, all in one sentence. */
export function readSentenceGuidance(sentences: readonly Sentence[], direction: DirectionReader): StatedOutlook[] {
  return sentences.flatMap(sentence => readSentence(sentence, direction));
}

type DirectionReader = (text: string) => Outlook['direction'];

function readSentence(sentence: Sentence, direction: DirectionReader): StatedOutlook[] {
  const { quote } = sentence;
  if (!EXPECTATION.test(quote) || !/\b20\d\d\b/.test(quote)) return [];
  const figures = readFigures(quote);
  if (figures.length === 0) return [];
  const expected = expectationIn(sentence);
  if (expected === null) return [];
  return figures.flatMap((figure, at) => {
    if (figure.start < expected || isCompared(quote.slice(0, figure.start))) return [];
    const metric = metricNear(quote, figure);
    const period = periodNear(quote, figure, figures[at + 1]?.start ?? quote.length);
    if (metric === null || period === null) return [];
    return [{ fields: fieldsOf(metric, period, figure, direction(quote)), sentence }];
  });
}

/** `Outlook for fiscal 2026:` in front of the measures. */
const LEAD_IN = /^\W*(?:[\p{L}\d’'-]+ ){0,5}(?:outlook|guidance|forecast|targets)\b[^.:;]{0,80}:/iu;

/** The offset where a sentence states an expectation of its own time; null if it states none. */
function expectationIn(sentence: Sentence): number | null {
  const parsed = parseSentence(sentence);
  for (const clause of parsed.clauses) {
    const { lemma } = clause.verb.main;
    const ofOutlook = clause.subjects.some(subject => NOUNS.has(subject.head.lemma));
    const isExpected = VERBS.has(lemma) && (clause.form === 'finite' || clause.form === 'participle');
    if (!isExpected && !(ofOutlook && /^(?:be|assume|include|remain)$/.test(lemma))) continue;
    if (clause.form === 'finite' && clause.verb.tense === 'past') continue;
    if (clause.form === 'finite' && clause.verb.tokens.some(token => /^(?:was|were|had)$/.test(token.lower))) continue;
    if (statusOfClause(clause, parsed) !== 'asserted') continue;
    return clause.verb.start;
  }
  const lead = LEAD_IN.exec(sentence.quote);
  if (lead !== null) return lead[0].length;
  const noun = parsed.phrases.find(
    phrase => NOUNS.has(phrase.head.lemma) && phrase.preps.some(one => one.preposition === 'of'),
  );
  return noun === undefined ? null : noun.start;
}

/** `compared to $5 million`: a figure of another period. */
function isCompared(before: string): boolean {
  return /\bby\s+(?:an? )?(?:approximately |about |an estimated )*$|(?<!\brang(?:e|es|ing) )\b(?:compared (?:to|with)|versus|vs\.?|from|than)\b[^,;$%]{0,50}$/i.test(
    before,
  );
}

/** `a $20 million impact on revenue`: no figure of the measure itself. */
const OF_IMPACT = /^ ?(?:\p{L}+ ){0,2}(?:impact|headwind|tailwind|effect)\b/iu;
const MAX_DISTANCE = 160;
const MAX_AHEAD = 70;

/** The measure named last before a figure, else first behind it. */
function metricNear(
  text: string,
  figure: Pick<StatedFigure, 'start' | 'end' | 'unit'>,
): (Pick<Metric, 'code'> & { isPerShare: boolean }) | null {
  const before = text.slice(Math.max(0, figure.start - MAX_DISTANCE), figure.start);
  const after = text.slice(figure.end, figure.end + MAX_AHEAD);
  const named = lastMetric(before, figure.unit) ?? firstMetric(after, figure.unit);
  if (named === null || OF_IMPACT.test(after)) return null;
  const isAdjusted = /\b(?:adjusted|non-GAAP|core|pro forma)\s+(?:\p{L}+\s+)?$/iu.test(named.lead);
  return { code: isAdjusted ? `adjusted_${named.code}` : named.code, isPerShare: named.unit === 'per_share' };
}

interface NamedMetric extends Metric {
  at: number;
  lead: string;
}

function metricsIn(text: string, unit: StatedFigure['unit']): NamedMetric[] {
  return METRICS.filter(metric => fits(metric.unit, unit)).flatMap(metric =>
    [...text.matchAll(metric.words)].map(({ index }) => ({ ...metric, at: index, lead: text.slice(0, index) })),
  );
}

function lastMetric(text: string, unit: StatedFigure['unit']): NamedMetric | null {
  return metricsIn(text, unit).reduce<NamedMetric | null>(
    (best, one) => (best === null || one.at > best.at ? one : best),
    null,
  );
}

function firstMetric(text: string, unit: StatedFigure['unit']): NamedMetric | null {
  return metricsIn(text, unit).reduce<NamedMetric | null>(
    (best, one) => (best === null || one.at < best.at ? one : best),
    null,
  );
}

function fits(metric: string, figure: StatedFigure['unit']): boolean {
  if (metric === 'any') return figure === 'money' || figure === 'percent';
  return metric === figure || (metric === 'per_share' && figure === 'money');
}

const ORDINALS: Readonly<Record<string, FiscalPeriod>> = { first: 'q1', second: 'q2', third: 'q3', fourth: 'q4' };
const PERIOD =
  /\b(?:(?<quarter>first|second|third|fourth)(?: fiscal)?[- ]quarter(?:,? (?:of|for))?(?: (?:its|our|the))?(?: fiscal)?(?: year)?(?: (?:ended|ending) \p{L}+ \d{1,2},?)?|Q(?<number>[1-4])(?: of)?(?: (?:fiscal|FY))?|(?<half>first|second)[- ]half(?: of)?(?: (?:fiscal|FY))?|full[- ](?:fiscal )?year|fiscal(?: year)?|FY|calendar(?: year)?|(?:in|for|during|through|by|of|the|and)(?: the)?(?: year[- ]end| end of| year)?) ?(?<year>20\d\d)\b/giu;

type Period = Pick<Outlook, 'fiscalYear' | 'fiscalPeriod'>;

function periodsIn(text: string): { period: Period; start: number; end: number }[] {
  return [...text.matchAll(PERIOD)].map(({ index, 0: words, groups = {} }) => ({
    period: { fiscalYear: Number(groups.year), fiscalPeriod: periodOf(groups) },
    start: index,
    end: index + words.length,
  }));
}

function periodOf({ quarter, number, half }: Record<string, string | undefined>): FiscalPeriod {
  if (quarter !== undefined) return ORDINALS[quarter.toLowerCase()] ?? 'fy';
  if (number !== undefined) return `q${number}` as FiscalPeriod;
  return half === undefined ? 'fy' : half.toLowerCase() === 'first' ? 'h1' : 'h2';
}

/** The period that follows a figure closely, else the last before it, else the next. */
function periodNear(text: string, { start, end }: StatedFigure, until: number): Period | null {
  const found = periodsIn(text);
  const behind = found.find(one => one.start >= end && one.end <= until && one.start - end < MAX_AHEAD);
  const before = found.filter(one => one.end <= start).at(-1);
  return (behind ?? before ?? found[0])?.period ?? null;
}

const OF_OUTLOOK = /\b(?:targets?|outlook|guidance|forecasts?|expects?|expectations?|projections?)\b/i;
const MAX_CELLS = 4;

/** Reads tables that a sentence introduces as targets or outlook of one period. */
export function readTableGuidance(text: string, direction: DirectionReader): StatedOutlook[] {
  if (!OF_OUTLOOK.test(text)) return [];
  return readTableRows(text).flatMap(row => readRow(row, text, direction));
}

function readRow({ cells, caption }: TableRow, text: string, direction: DirectionReader): StatedOutlook[] {
  if (caption === null || !OF_OUTLOOK.test(caption) || /\breconcil/i.test(caption) || cells.length > MAX_CELLS)
    return [];
  const [first] = periodsIn(caption);
  const [label, ...values] = cells;
  if (
    first === undefined ||
    label === undefined ||
    periodsIn(caption).some(one => one.period.fiscalYear !== first.period.fiscalYear)
  )
    return [];
  const figures = values.map(cell => ({ cell, found: readFigures(cell.text) }));
  const range = rangeOfColumns(figures.map(one => one.found));
  const [lowest] = figures;
  const highest = figures.at(-1);
  const stated =
    range !== null && lowest !== undefined && highest !== undefined
      ? [{ cell: { ...lowest.cell, end: highest.cell.end }, found: [range] }]
      : figures;
  return stated.flatMap(({ cell, found: [figure, ...others] }) => {
    if (figure === undefined || others.length > 0 || !/^\D*[~$€£¥\d]/u.test(cell.text)) return [];
    const isAdjusted = /\bnon-GAAP\b|\badjusted\b/i.test(`${label.text} ${cell.text}`);
    const name = label.text.replace(/(?<=\p{L}) ?\d+$/u, '');
    const known = firstMetric(name, figure.unit);
    const words = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '');
    const isWhole = known !== null && known.at === 0;
    const code =
      known === null || (!isWhole && !/^(?:total|gaap|non-gaap|adjusted|diluted)\s/i.test(label.text))
        ? words
        : known.code;
    const metric = {
      code: isAdjusted && !code.includes('gaap') ? `adjusted_${code}` : code,
      isPerShare: known?.unit === 'per_share',
    };
    return [
      {
        fields: fieldsOf(metric, first.period, figure, direction(caption)),
        sentence: { quote: text.slice(label.start, cell.end), start: label.start, end: cell.end },
      },
    ];
  });
}

/** Two columns without words, the smaller figure first: the low and the high end. */
function rangeOfColumns(cells: readonly (readonly StatedFigure[])[]): StatedFigure | null {
  const [[low, ...more] = [], [high, ...others] = [], ...rest] = cells;
  if (
    low === undefined ||
    high === undefined ||
    more.length + others.length + rest.length > 0 ||
    low.unit !== high.unit
  )
    return null;
  if (low.start > 1 || high.start > 1 || low.low === null || high.high === null || low.low > high.high) return null;
  return { ...low, high: high.high };
}

function fieldsOf(
  { code, isPerShare }: { code: string; isPerShare: boolean },
  period: Period,
  { unit, currency, low, high }: StatedFigure,
  direction: Outlook['direction'],
): StatedOutlook['fields'] {
  const isPercent = unit === 'percent';
  const value = (number: number | null) =>
    number === null || !isPercent ? number : Number((number / 100).toPrecision(12));
  return {
    metric: code,
    ...period,
    unit: isPercent
      ? 'pure'
      : unit === 'shares'
        ? 'shares'
        : `${currency ?? 'USD'}${isPerShare || unit === 'per_share' ? '/shares' : ''}`,
    currency,
    oldLow: null,
    oldHigh: null,
    newLow: value(low),
    newHigh: value(high),
    direction,
  };
}

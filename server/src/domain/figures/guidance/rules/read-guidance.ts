import type { Guidance } from '../../earnings/model/earnings-release.ts';

const LONGEST_SENTENCE = 700;
const MAX_STATEMENTS = 40;
const SENTENCE = /[^\n.!?]+(?:[.!?](?=\d|\S*\w\.\S)[^\n.!?]*)*(?:[.!?]|\n|$)/g;

/**
 * Guidance that a release states plainly: measure, period, range and action (raised, lowered, reaffirmed, initiated,
 * withdrawn) in one sentence, one of each. Everything else is skipped: nothing is combined from several sentences.
 * Reads plain English text; offsets of the evidence refer to that text.
 */
export function readGuidance(text: string): Guidance[] {
  const statements: Guidance[] = [];
  for (const { index, 0: sentence } of text.matchAll(SENTENCE)) {
    if (statements.length >= MAX_STATEMENTS) break;
    if (sentence.length > LONGEST_SENTENCE || !/\b(?:guidance|outlook|forecast|range)\b/i.test(sentence)) continue;
    const statement = readSentence(sentence);
    if (statement === null) continue;
    const quote = sentence.trim();
    const charStart = index + sentence.indexOf(quote);
    statements.push({ ...statement, quote, charStart, charEnd: charStart + quote.length });
  }
  return statements;
}

type Statement = Omit<Guidance, 'quote' | 'charStart' | 'charEnd'>;

function readSentence(sentence: string): Statement | null {
  const direction = onlyOne(DIRECTIONS.filter(([, words]) => words.test(sentence)).map(([name]) => name));
  const metric = readMetric(sentence);
  const period = readPeriod(sentence);
  if (direction === null || metric === null || period === null) return null;
  const base = {
    metric: metric.code,
    ...period,
    unit: metric.unit,
    currency: metric.unit === 'pure' ? null : 'USD',
    direction,
  };
  const none = { oldLow: null, oldHigh: null, newLow: null, newHigh: null };
  const ranges = readRanges(sentence, metric.unit);
  if (direction === 'withdrawn') return ranges.length === 0 ? { ...base, ...none } : null;
  const stated = orderRanges(sentence, ranges, direction);
  if (stated === null) return null;
  const { old, now } = stated;
  if (old !== null && !agrees(direction, old, now)) return null;
  return {
    ...base,
    oldLow: old === null ? null : Number(old.low),
    oldHigh: old === null ? null : Number(old.high),
    newLow: Number(now.low),
    newHigh: Number(now.high),
  };
}

function onlyOne<T>(found: readonly T[]): T | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

const DIRECTIONS: readonly [Guidance['direction'], RegExp][] = [
  ['raised', /\b(?:rais(?:es|ed|ing)|increas(?:es|ed|ing) (?:its|our|the))\b/i],
  ['lowered', /\b(?:lower(?:s|ed|ing)|reduc(?:es|ed|ing) (?:its|our|the)|cut(?:s|ting)? (?:its|our|the))\b/i],
  ['reaffirmed', /\b(?:reaffirm(?:s|ed|ing)?|reiterat(?:es|ed|ing)|maintain(?:s|ed|ing)?|confirm(?:s|ed|ing)?)\b/i],
  [
    'initiated',
    /\b(?:initiat(?:es|ed|ing)|introduc(?:es|ed|ing)|provid(?:es|ed|ing) initial|issu(?:es|ed|ing) initial)\b/i,
  ],
  ['withdrawn', /\b(?:withdr(?:aws|ew|awn|awing)|suspend(?:s|ed|ing)?)\b/i],
];

interface Metric {
  code: string;
  unit: 'USD' | 'USD/shares' | 'pure';
}

const METRICS: readonly [code: string, unit: Metric['unit'], words: RegExp][] = [
  [
    'eps_diluted',
    'USD/shares',
    /\b(?:earnings per (?:diluted )?(?:common )?share|diluted earnings per share|diluted eps|eps)\b/i,
  ],
  ['revenue', 'USD', /\b(?:revenues?|net sales|total sales)\b(?! growth)/i],
  ['ebitda', 'USD', /\bebitda\b(?! margin)/i],
  ['operating_income', 'USD', /\boperating (?:income|profit)\b/i],
  ['net_income', 'USD', /\bnet income\b/i],
  ['free_cash_flow', 'USD', /\bfree cash flow\b/i],
  ['capital_expenditure', 'USD', /\bcapital (?:expenditures?|spending)\b/i],
  ['gross_margin', 'pure', /\bgross margin\b/i],
  ['operating_margin', 'pure', /\boperating margin\b/i],
];

function readMetric(sentence: string): Metric | null {
  const found = onlyOne(METRICS.filter(([, , words]) => words.test(sentence)));
  if (found === null) return null;
  const [code, unit, words] = found;
  const before = sentence.slice(0, sentence.search(words));
  const isAdjusted = /\b(?:adjusted|non-gaap|core)\s+(?:diluted\s+)?$/i.test(before);
  return { code: isAdjusted ? `adjusted_${code}` : code, unit };
}

const ORDINALS: Record<string, 'q1' | 'q2' | 'q3' | 'q4'> = { first: 'q1', second: 'q2', third: 'q3', fourth: 'q4' };
const PERIODS =
  /\b(?:(?:(first|second|third|fourth)[- ]quarter|q([1-4])|(first|second)[- ]half)(?: of)?(?: (?:fiscal(?: year)?|fy))?|full[- ]year(?: fiscal)?|fiscal(?: year)?|fy|year|for|in|its|our|the)\s*((?:20)\d\d)\b/gi;

function readPeriod(sentence: string): Pick<Guidance, 'fiscalYear' | 'fiscalPeriod'> | null {
  const found = [...sentence.matchAll(PERIODS)].map(([, quarter, number, half, year]) => {
    return `${year} ${periodOf(quarter, number, half)}`;
  });
  const only = onlyOne([...new Set(found)]);
  const mentioned = new Set(sentence.match(/\b20\d\d\b/g) ?? []);
  if (only === null || mentioned.size !== 1) return null;
  const [year = '', period] = only.split(' ');
  return { fiscalYear: Number(year), fiscalPeriod: period as Guidance['fiscalPeriod'] };
}

function periodOf(quarter: string | undefined, number: string | undefined, half: string | undefined): string {
  if (quarter !== undefined) return ORDINALS[quarter.toLowerCase()] ?? 'fy';
  if (number !== undefined) return `q${number}`;
  if (half !== undefined) return half.toLowerCase() === 'first' ? 'h1' : 'h2';
  return 'fy';
}

interface Range {
  low: string;
  high: string;
  index: number;
}

const AMOUNT = String.raw`\$\s?(\d[\d,]*(?:\.\d+)?)(?:\s?(billion|million|thousand|bn|mm|m|b)\b)?`;
const DOLLAR_RANGE = new RegExp(
  `(?:between\\s+)?${AMOUNT}\\s*(?:to|and|-|–|—)\\s*${AMOUNT.replace('\\$', '\\$?')}`,
  'gi',
);
const PERCENT_RANGE = /(\d{1,2}(?:\.\d+)?)\s?%?\s*(?:to|and|-|–|—)\s*(\d{1,2}(?:\.\d+)?)\s?%/gi;

function readRanges(sentence: string, unit: Metric['unit']): Range[] {
  if (unit === 'pure') {
    return [...sentence.matchAll(PERCENT_RANGE)].map(({ index, 1: low = '', 2: high = '' }) => {
      return { low: shift(low, -2), high: shift(high, -2), index };
    });
  }
  const ranges = [...sentence.matchAll(DOLLAR_RANGE)].filter(({ index }) => !CHANGE.test(sentence.slice(0, index)));
  return ranges.map(({ index, 1: low = '', 2: lowScale, 3: high = '', 4: highScale }) => {
    const power = powerOf(highScale);
    return { low: shift(low, lowScale === undefined ? power : powerOf(lowScale)), high: shift(high, power), index };
  });
}

/** `by $1.5 billion to $71 billion`: the change, and the new value. */
const CHANGE = /\bby\s+(?:(?:about|around|approximately|roughly|another|an additional)\s+)?$/i;

function powerOf(scale: string | undefined): number {
  const first = scale?.toLowerCase().slice(0, 1);
  if (first === 'b') return 9;
  if (first === 'm') return 6;
  return first === 't' ? 3 : 0;
}

/** A decimal with its point moved by some places, without rounding. */
function shift(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.replaceAll(',', '').split('.');
  const digits = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places - fraction.length))}`;
  const point = digits.length - Math.max(0, fraction.length - places);
  const moved = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return moved.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '') || '0';
}

const FROM =
  /\bfrom\s+(?:a |the |its |our )?(?:previous(?:ly)?|prior|earlier|initial)?\s*(?:(?:announced|issued|provided)\s+)?(?:guidance|outlook|forecast)?\s*(?:range)?\s*(?:of\s+)?(?:between\s+)?$/i;
const BEFORE =
  /\b(?:compared (?:to|with)|versus|vs\.?|up from|down from|from)\s+(?:a |the |its |our )?(?:previous(?:ly)?|prior|earlier|initial)[\s\S]{0,60}$/i;

/** Of two ranges the old one follows `from` or `compared with previous`; a single range is the new one. */
function orderRanges(
  sentence: string,
  ranges: readonly Range[],
  direction: Guidance['direction'],
): { old: Range | null; now: Range } | null {
  const [first, second] = ranges;
  if (first === undefined || ranges.length > 2) return null;
  const isOld = ({ index }: Range): boolean =>
    FROM.test(sentence.slice(0, index)) || BEFORE.test(sentence.slice(0, index));
  if (second === undefined) return isOld(first) ? null : { old: null, now: first };
  if (direction === 'reaffirmed' || isOld(first) === isOld(second)) return null;
  return isOld(first) ? { old: first, now: second } : { old: second, now: first };
}

function middle({ low, high }: Range): number {
  return (Number(low) + Number(high)) / 2;
}

/** Raised guidance must be higher than before, lowered guidance lower. */
function agrees(direction: Guidance['direction'], old: Range, now: Range): boolean {
  if (direction === 'raised') return middle(now) > middle(old);
  return direction === 'lowered' ? middle(now) < middle(old) : true;
}

import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { minOf } from '../../../../../kernel/lists.ts';
import type { FiscalPeriod } from '../../../../figures/financials/model/financials.ts';
import { readGuidance } from '../../../../figures/guidance/rules/read-guidance.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { readMoney } from './money.ts';

type Outlook = EventFieldsByFamily['guidance'];
type Direction = Outlook['direction'];

const EXPECTS =
  /\b(?:expects?|anticipates?|projects?|forecasts?|estimates?|guidance|outlook|targets?|is targeting|currently sees|feel that|plans? for)\b/i;
const PERIOD =
  /\b(?:(?<quarter>first|second|third|fourth)(?: fiscal)?[- ]quarter(?: of)?(?: (?:our |its |the )?(?:fiscal(?: year)?|fy|year))?|Q(?<number>[1-4])(?: of)?(?: (?:fiscal(?: year)?|FY))?|(?:full[- ](?:fiscal )?year|fiscal(?: year)?|FY|calendar(?: year)?|year))(?: ended?(?:ing)? \w+ \d{1,2},)? ?(?<year>20\d\d)\b/gi;
const ORDINALS: Readonly<Record<string, FiscalPeriod>> = { first: 'q1', second: 'q2', third: 'q3', fourth: 'q4' };

const METRICS: readonly [code: string, unit: string, words: RegExp][] = [
  [
    'eps_diluted',
    'USD/shares',
    /\b(?:(?:diluted )?(?:net )?(?:earnings|income|loss) per (?:diluted |basic )?(?:common )?share|EPS)\b/i,
  ],
  ['revenue', 'USD', /\b(?:revenues?|net sales|total sales)\b(?! growth)/i],
  ['ebitda', 'USD', /\bEBITDA\b(?! margin)/i],
  ['operating_income', 'USD', /\boperating (?:income|profit)\b/i],
  ['net_income', 'USD', /\bnet income\b(?! per)/i],
];
const ADJUSTED = /\b(?:adjusted|non-GAAP|core|pro forma)\s+(?:\w+\s+)?$/i;
const PAST = /\b(?:reported|was|were|compared (?:to|with)|increased|decreased|grew|declined|totaled|ended)\b/i;

const DIRECTIONS: readonly [Direction, RegExp][] = [
  ['withdrawn', /\b(?:withdr(?:aws?|ew|awn|awing)|suspend(?:s|ed|ing)?)\b[^.]{0,60}\b(?:guidance|outlook|forecast)/i],
  [
    'raised',
    /\b(?:rais(?:es|ed|ing)|increas(?:es|ed|ing)|lift(?:s|ed|ing))\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|estimates|range)\b/i,
  ],
  [
    'lowered',
    /\b(?:lower(?:s|ed|ing)|reduc(?:es|ed|ing)|cut(?:s|ting)?|revis(?:es|ed|ing) down\w*)\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|estimates|range)\b/i,
  ],
  [
    'reaffirmed',
    /\b(?:reaffirm(?:s|ed|ing)?|reiterat(?:es|ed|ing)|maintain(?:s|ed|ing)?|confirm(?:s|ed|ing)?)\b[^.]{0,80}\b(?:guidance|outlook|forecasts?|targets?|expectations|range)\b/i,
  ],
];
const OWN_SUBJECT = /\b(?:we|our|the company|it|its|management)\b/i;
const NO_OUTLOOK =
  /\b(?:forward-looking|analysts?|consensus|conference call|tax rate|dividend|capital expenditures?|share repurchase|could|may differ)\b/i;
const MAX_EVENTS = 12;

interface StatedOutlook {
  fields: Partial<Outlook> & Pick<Outlook, 'direction'>;
  sentence: Pick<Sentence, 'quote' | 'start' | 'end'>;
}

/**
 * Reads guidance: one event per measure and period, if one sentence states the measure, the period, the amount and the
 * expectation. A change of guidance without figures yields one event without figures. `text` is the whole release, if any; its
 * offsets belong to no section.
 */
export function readOutlook(sentences: readonly Sentence[], sectionKey: string | null, text = ''): FoundEvent[] {
  const strict = readGuidance(text).map(({ quote, charStart, charEnd, ...fields }) => ({
    fields,
    sentence: { quote, start: charStart, end: charEnd },
  }));
  const stated: StatedOutlook[] = [...strict, ...sentences.flatMap(readSentence)];
  const figures = distinct(stated);
  const bare = figures.length > 0 ? [] : sentences.flatMap(readBare).slice(0, 1);
  return [...figures, ...bare].slice(0, MAX_EVENTS).map(outlook => toFound(outlook, sectionKey));
}

function readSentence(sentence: Sentence): StatedOutlook[] {
  const { text } = sentence;
  const expects = EXPECTS.exec(text);
  if (expects === null || NO_OUTLOOK.test(text)) return [];
  const period = periodIn(text);
  if (period === null) return [];
  const direction = DIRECTIONS.find(([, words]) => words.test(text))?.[0] ?? 'initiated';
  return METRICS.flatMap(([code, unit, words]): StatedOutlook[] => {
    const named = words.exec(text);
    if (named === null || PAST.test(text.slice(expects.index, named.index))) return [];
    const range = rangeAfter(text, named.index + named[0].length, unit);
    if (range === null) return [];
    const metric = ADJUSTED.test(text.slice(0, named.index)) ? `adjusted_${code}` : code;
    return [
      {
        fields: {
          metric,
          ...period,
          unit,
          currency: 'USD',
          oldLow: null,
          oldHigh: null,
          newLow: range.low,
          newHigh: range.high,
          direction,
        },
        sentence,
      },
    ];
  });
}

function periodIn(text: string): Pick<Outlook, 'fiscalYear' | 'fiscalPeriod'> | null {
  const found = [...text.matchAll(PERIOD)].map(({ groups = {} }) => ({
    fiscalYear: Number(groups.year),
    fiscalPeriod: periodOf(groups.quarter, groups.number),
  }));
  const [first, ...others] = found;
  if (
    first === undefined ||
    others.some(one => one.fiscalYear !== first.fiscalYear || one.fiscalPeriod !== first.fiscalPeriod)
  )
    return null;
  return first;
}

function periodOf(quarter: string | undefined, number: string | undefined): FiscalPeriod {
  if (quarter !== undefined) return ORDINALS[quarter.toLowerCase()] ?? 'fy';
  return number === undefined ? 'fy' : (`q${number}` as FiscalPeriod);
}

const RANGE_BETWEEN = /^\s?(?:to|and|-|–|—|through)\s?$/;

/** Returns the amount, or the two ends of a range, after a measure and before the next measure. */
function rangeAfter(text: string, from: number, unit: string): { low: number; high: number } | null {
  const next = Math.min(minOf(METRICS.map(([, , words]) => text.slice(from).search(words)).filter(at => at >= 0)), 140);
  const behind = text.slice(from, from + next).replace(/\$\s?\.(?=\d)/g, '$0.');
  const [low, high] = readMoney(behind);
  if (low === undefined || !fits(low.amount, unit)) return null;
  if (high === undefined || !RANGE_BETWEEN.test(behind.slice(low.end, high.start)))
    return { low: low.amount, high: low.amount };
  return scaled(low.amount, high.amount, unit);
}

/** In `$400 to $420 million` the scale of the second amount applies to both. */
function scaled(low: number, high: number, unit: string): { low: number; high: number } | null {
  const scale = unit === 'USD' && high >= 1e6 && low < 1e5 ? (high >= 1e9 ? 1e9 : 1e6) : 1;
  const range = { low: Number((low * scale).toPrecision(15)), high };
  return range.low <= range.high && fits(range.low, unit) ? range : null;
}

function fits(amount: number, unit: string): boolean {
  return unit === 'USD/shares' ? amount < 1_000 : amount >= 1;
}

/** Reads a change without figures: `We are raising our annual targets`. */
function readBare(sentence: Sentence): StatedOutlook[] {
  const { text } = sentence;
  if (!OWN_SUBJECT.test(text) || NO_OUTLOOK.test(text) || /\b(?:if|previously|had)\b/i.test(text)) return [];
  const direction = DIRECTIONS.find(([, words]) => words.test(text))?.[0];
  return direction === undefined ? [] : [{ fields: { direction, ...periodIn(text) }, sentence }];
}

function distinct(outlooks: readonly StatedOutlook[]): StatedOutlook[] {
  const kept = new Map<string, StatedOutlook>();
  for (const outlook of outlooks) {
    const { metric, fiscalYear, fiscalPeriod } = outlook.fields;
    const key = `${metric} ${fiscalYear} ${fiscalPeriod}`;
    if (!kept.has(key)) kept.set(key, outlook);
  }
  return [...kept.values()];
}

function toFound({ fields, sentence }: StatedOutlook, sectionKey: string | null): FoundEvent {
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Outlook>;
  const { metric, fiscalYear, fiscalPeriod } = fields;
  const period = fiscalYear == null ? [] : [`${(fiscalPeriod ?? 'fy').toUpperCase()} ${fiscalYear}`];
  return {
    kind: 'guidance_revision',
    variant: fields.direction,
    subject: [...(metric === undefined ? [] : [metric.replaceAll('_', ' ')]), ...period].join(', '),
    fields: stated,
    evidence: [
      sectionKey === null
        ? { sectionKey, quote: sentence.quote, charStart: null, charEnd: null }
        : { sectionKey, quote: sentence.quote, charStart: sentence.start, charEnd: sentence.end },
    ],
  };
}

import { readFileSync } from 'node:fs';
import type { ParsedSentence } from '../../../../formats/prose/clauses.ts';
import type { NounPhrase } from '../../../../formats/prose/phrases.ts';

/** A measure that a text names. */
export interface NamedMetric {
  /** A canonical code, or the words of the text if the table has none or they narrow it: `digital_media_segment_revenue`. */
  code: string;
  /** True if the code is canonical. */
  isNamed: boolean;
  unit: MetricUnit;
  /** Non-GAAP. */
  isAdjusted: boolean;
  /** `GAAP and non-GAAP tax rates`: both. */
  isBoth: boolean;
  /** The words of the table, and those with their modifiers; offsets in the text, end exclusive. */
  start: number;
  end: number;
  phraseStart: number;
  /** `expected`, `projected` before the measure. */
  isExpected: boolean;
  /** A change of the measure: `revenue growth`. 1 for more, -1 for less. */
  change: 1 | -1 | null;
}

/** A metric bound to a figure, or the things that are counted. */
export interface BoundMetric {
  code: string;
  metric: NamedMetric | null;
  unit: 'money' | 'per_share' | 'percent' | 'points' | 'shares' | string;
  /** Multiplies the figure: -1 for declines and losses. */
  sign: 1 | -1;
  /** One figure for the GAAP and the non-GAAP measure. */
  isOfBoth?: boolean;
}

export type MetricUnit = 'money' | 'per_share' | 'percent' | 'shares' | 'any';

interface MetricRow {
  code: string;
  unit: MetricUnit;
  words: RegExp;
}

const [, ...LINES] = readFileSync(new URL('./metrics.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const METRICS: readonly MetricRow[] = LINES.map(line => {
  const [code = '', unit = '', words = ''] = line.split('\t');
  return { code, unit: unit as MetricUnit, words: new RegExp(`(?<![\\p{L}\\d-])(?:${words})s?(?![\\p{L}])`, 'giu') };
});
/** The row of measures that have no code. */
const UNNAMED = '*';

const ADJUSTED = /^(?:adjusted|non-gaap|core|normalized|underlying|comparable|operating|pro|ongoing|cash)$/;
const EXPECTED = /^(?:expected|projected|anticipated|estimated|targeted|planned|forecasted|forecast|budgeted|target)$/;
/** Words before a measure that do not narrow it. */
const NEUTRAL =
  /^(?:a|an|the|our|its|their|this|these|that|total|overall|consolidated|company-wide|full|entire|year|years|annual|annualized|quarter|quarterly|fiscal|calendar|first|second|third|fourth|first-quarter|second-quarter|third-quarter|fourth-quarter|full-year|half|gaap|reported|current|combined|diluted|basic|fully|net|pro|forma|pre-tax|pretax|after-tax|cash|non-cash|noncash|additional|incremental|approximate|estimated|effective|worldwide|global|company|companys|group|approximately|about|roughly|range|[-’'‘"“”(),.:;/]+|['’]s|\d+|q[1-4]|fy\d*|us\$|\$|of|and|structural|record|strong|solid|higher|lower|improved|increased|thousand|million|billion|percent|previous|prior|updated|revised|new|initial|guidance|outlook|target|targets|overall)$/;
const GROWTH_BEHIND = /^[- ](?<word>growth|increase|improvement|expansion|decline|decrease|reduction|contraction)\b/;
const GROWTH_BEFORE =
  /\b(?<word>growth|increase|improvement|expansion|decline|decrease|reduction|contraction|loss|shortfall) (?:in|of) (?:(?:our|its|the|total|net|full-year|annual|organic|reported) )*$/i;
const LESS = /^(?:decline|decrease|reduction|contraction|loss|shortfall)$/i;
/** What a headline does with an outlook: `Raises revenue guidance`. */
const GIVES =
  /^(?:initiat|reiterat|rais|lower|narrow|updat|provid|issu|re-?affirm|maintain|introduc|increas|reduc|impl|reflect|assum|includ|forecast|anticipat|project|target|affirm|confirm|revis|announc|achiev|deliver)(?:e|es|s|ing|ed|y|ies)?$/;
/** What is sold of these is no revenue. */
const SOLD = /^(?:asset|assets|property|properties|share|stock|note|bond|home|land)$/;
/** A phrase behind a measure that limits it to a part: `revenue from services`, `spending for pollution control`. */
const NARROWING_PREPOSITIONS = new Set(['from', 'for', 'in', 'at']);
const NEUTRAL_HEADS =
  /^(?:year|quarter|half|period|month|week|day|range|line|excess|operation|activity|basis|addition|total|fiscal|currency|dollar|guidance|outlook|company|business|current|time|share|first|second|third|fourth|end|part|future|order|connection|light|balance|remainder|q[1-4])$/;

/** Returns the measures that a text names, in text order, without overlaps. */
export function readMetrics(text: string, { phrases }: Pick<ParsedSentence, 'phrases'>): NamedMetric[] {
  const found: Mention[] = [];
  for (const row of METRICS) {
    const own = [...text.matchAll(row.words)].map(({ index, 0: words }) => ({
      row,
      start: index,
      end: index + words.length,
    }));
    for (const one of own) {
      if (row.code !== 'cost_savings' && OF_SAVINGS.test(text.slice(one.end))) continue;
      const overlapping = found.filter(other => other.start < one.end && one.start < other.end);
      if (overlapping.some(other => other.start <= one.start && other.end >= one.end) || row.code === UNNAMED) {
        if (overlapping.length === 0) found.push(one);
        continue;
      }
      if (
        overlapping.every(
          other => one.start <= other.start && one.end >= other.end && one.end - one.start > other.end - other.start,
        )
      ) {
        for (const other of overlapping) found.splice(found.indexOf(other), 1);
        found.push(one);
      }
    }
  }
  return merged(
    found.sort((a, b) => a.start - b.start),
    text,
  )
    .filter(({ start }) => !NO_MEASURE_OF_ITS_OWN.test(text.slice(Math.max(0, start - 60), start)))
    .filter(({ row, start }) => row.code !== UNNAMED || phrases.length === 0 || isNoun(start, phrases))
    .filter(mention => !isOfAssets(mention, phrases))
    .map(mention => toMetric(mention, text, phrases))
    .filter(({ code }) => code !== 'growth');
}

/** `operating expense savings` are no expense, `EPS accretion` is no EPS. */
const OF_SAVINGS =
  /^[\s-](?:(?:run|rate|cost|annual|annualized)[\s-])*(?:savings|synergies|reductions?|efficienc\w+|accretion|dilution|synergy)\b/i;

interface Mention {
  row: MetricRow;
  start: number;
  end: number;
}

/** `costs and expenses`, `amortization and other costs` are one measure; `revenue growth` is that of revenue. */
function merged(mentions: readonly Mention[], text: string): Mention[] {
  const kept: Mention[] = [];
  for (const one of mentions) {
    const last = kept.at(-1);
    const between = last === undefined ? '' : text.slice(last.end, one.start);
    const isPart = one.row.code === UNNAMED && /^(?: and (?:other |related )?| ?\/ ?| & |[- ])$/.test(between);
    if (last === undefined || !isPart) kept.push({ ...one });
    else if (last.row.code === UNNAMED || !GROWTH_BEHIND.test(text.slice(last.end))) last.end = one.end;
  }
  return kept;
}

/** What is left out of a measure, what it is compared with, and `an income of`. */
const NO_MEASURE_OF_ITS_OWN =
  /\b(?:related to|relating to|associated with|due to|because of|result of|driven by|excluding|(?<!\b(?:guidance|outlook)\b[^;.$€£]{0,60})including|exclusive of|before|net of|other than|except(?: for)?|prior to|without|savings (?:in|on|from)|accretion (?:in|to|of)|percentage of|percent of|% of)\s(?:[\p{L}&'’.-]+\s(?:of\s)?){0,4}$|\b(?:be|is|are) an? (?:net |pre-tax )?$/iu;

/** `expected to impact`: no noun. `such charges` are those of another sentence. */
function isNoun(start: number, phrases: readonly NounPhrase[]): boolean {
  const phrase = phrases.find(nounPhrase => nounPhrase.start <= start && start < nounPhrase.end);
  return phrase !== undefined && phrase.tokens[0]?.lower !== 'such';
}

/** `asset sales` are no revenue. */
function isOfAssets({ row, start }: Mention, phrases: readonly NounPhrase[]): boolean {
  const phrase = phrases.find(nounPhrase => nounPhrase.start <= start && start < nounPhrase.end);
  return row.code === 'revenue' && (phrase?.tokens ?? []).some(token => token.end <= start && SOLD.test(token.lower));
}

function toMetric({ row, start, end }: Mention, text: string, phrases: readonly NounPhrase[]): NamedMetric {
  const phrase = phrases.find(nounPhrase => nounPhrase.start <= start && start < nounPhrase.end);
  const behind = phrases.find(nounPhrase => nounPhrase.start < end && end <= nounPhrase.end) ?? phrase;
  const modifiers = (phrase?.tokens ?? []).filter(token => token.end <= start);
  const phraseStart = modifiers[0]?.start ?? start;
  const ahead = text.slice(Math.max(0, phraseStart - 40), start);
  const within = text.slice(start, end);
  const isBoth = /\bGAAP (?:and|&) (?:adjusted|non-GAAP) (?:\p{L}+ )?$/iu.test(ahead);
  const isAdjusted =
    /\b(?:adjusted|non-GAAP|core|normalized|underlying|pro forma)[- ](?:\p{L}+[- ]){0,2}$/iu.test(ahead) ||
    /^(?:core|normalized|adjusted) /i.test(within);
  const narrowing = modifiers.filter(
    ({ lower }) =>
      !NEUTRAL.test(lower) &&
      !GIVES.test(lower) &&
      !ADJUSTED.test(lower) &&
      !EXPECTED.test(lower) &&
      !/^(?:non|-|–)$/.test(lower) &&
      /\p{L}/u.test(lower),
  );
  const limit = behind === undefined ? null : limitOf(behind, end);
  const growth =
    GROWTH_BEHIND.exec(text.slice(end))?.groups?.word ??
    GROWTH_BEFORE.exec(text.slice(Math.max(0, phraseStart - 60), phraseStart))?.groups?.word;
  const isNamed = row.code !== UNNAMED && narrowing.length === 0 && limit === null;
  const words = [...narrowing.map(token => token.text), within, ...(limit === null ? [] : [limit])].join(' ');
  return {
    code: isNamed ? row.code : toCode(words),
    isNamed,
    unit: row.unit,
    isAdjusted: isAdjusted && !isBoth,
    isBoth,
    start,
    end,
    phraseStart,
    isExpected: modifiers.some(({ lower }) => EXPECTED.test(lower)),
    change: growth === undefined ? null : LESS.test(growth) ? -1 : 1,
  };
}

function limitOf({ preps }: NounPhrase, after: number): string | null {
  const limit = preps.find(
    ({ preposition, phrase }) =>
      NARROWING_PREPOSITIONS.has(preposition) &&
      phrase.start >= after &&
      !NEUTRAL_HEADS.test(phrase.head.lemma) &&
      phrase.tokens.every(token => token.pos !== 'NUM' && !/\d|[$€£¥%]/.test(token.text)),
  );
  if (limit === undefined || preps[0] === undefined || limit.phrase.start - after > 40) return null;
  const words = limit.phrase.tokens.filter(token => token.pos !== 'DET' && !/^(?:our|its|their)$/.test(token.lower));
  return [limit.preposition, ...words.map(token => token.text)].join(' ');
}

const MAX_CODE_CHARS = 80;

/** The words of a measure as a code: `Digital Media segment revenue` → `digital_media_segment_revenue`. */
export function toCode(words: string): string {
  return words
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MAX_CODE_CHARS);
}

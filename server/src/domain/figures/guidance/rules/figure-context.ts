import type { StatedFigure } from './stated-figures.ts';
import type { StatedPeriod } from './stated-periods.ts';

const OF_OUTLOOK = /\b(?:targets?|outlook|guidance|forecasts?|expect(?:s|ed|ations?)?|projections?|projected)\b/i;
/** Words that compare, and up to nine words of what is compared: no figure, verb or other part of the sentence is between. */
const COMPARED =
  /\b(?:compared (?:to|with)|as compared to|versus|vs\.?|(?:up|down|higher|lower|increase|decrease|increased|decreased|grew|over|above|below|relative to|growth|change) from|than|relative to|in line with|consistent with|similar to|comparable (?:to|with)|equal to)\s+(?:(?!(?:is|are|be|was|were|will|to|at|expects?|expected|anticipates?|guidance|outlook|expectations?|forecasts?|targets?)\b)(?:(?:19|20)\d\d|[\p{L}][\p{L}'’&.-]*)[ -]){0,9}$/iu;

const FIGURE_OF_PERIOD =
  /[$€£¥]?\d[\d.,]*(?:\s?(?:million|billion|percent|%))?(?:\sper\s(?:diluted\s)?share)?\s(?:(?:earned|reported|recorded|achieved|spent|incurred|recognized|realized|posted|generated)\s)?(?:in|for|of|during)\s(?:the\s|fiscal\s(?:year\s)?)?$/i;

/** `above our prior year of $1.21` */
const BEYOND_PRIOR =
  /\b(?:above|below|exceeding|beating|comparable to|on top of)\s(?:[\p{L}-]+\s){0,4}(?:prior|last|previous|record|high)\s(?:[\p{L}-]+\s){0,4}$/iu;

const LITTLE_MORE =
  /\b(?:be|of|at|to|bit|just|slightly|well|modestly|comfortably|little)\s(?:over|above|below|under)\s(?:approximately |about )?$/i;

/** The same for prepositions that also lead to other things: only words of periods and measures are between. */
const COMPARED_BARE =
  /\b(?:over|against|since|from)\s+(?:(?:approximately|about|the|our|its|a|an|reported|adjusted|actual|prior|last|full|first|second|third|fourth|quarter(?:['’]s)?|year(?:['’]s)?|results|of|in|for|fiscal|total|net|revenues?|net sales|sales|earnings|(?:19|20)\d\d|per|share|diluted|non-GAAP|GAAP|record|level|levels|same|period|comparable|base)[ -]){0,8}$/i;

/** `greater than or equal to`: the end of a range. */
const BOUND =
  /\b(?:rang\w*|more|less|greater|higher|lower|fewer) (?:from|than(?: or equal to)?)\s+(?:approximately |about )?$/i;

/** `compared to $5 million in 2024`: what follows is of another period. */
export function isCompared(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 120), start);
  if (BOUND.test(before)) return false;
  if (
    /\bfrom\s+(?:approximately |about )?$/i.test(before) &&
    /^\S+(?: million| billion| percent|%)? to\b/i.test(text.slice(start, start + 40)) &&
    !/\b(?:increase|decrease|grow|decline|raise|lower|rise|fall|up|down|higher)\w*\b[^,;]{0,40}$/i.test(before)
  )
    return false;
  if (/\brang\w*\s+from\b[^,;]{0,40}$/i.test(before)) return false;
  if (BEYOND_PRIOR.test(before)) return true;
  // `to be a bit over $12 billion`: the least.
  if (LITTLE_MORE.test(before)) return false;
  // `up from $90 million in 2024`: the period of what is compared.
  const ahead = before.replace(FIGURE_OF_PERIOD, '');
  const isOne = (words: string) => COMPARED.test(words) || COMPARED_BARE.test(words);
  return isOne(before) || (isOne(ahead) && !BOUND.test(ahead));
}

const PART =
  /\b(?:of which|includ(?:es|ing|ed)|exclud(?:es|ing|ed)|compris(?:ed|ing)|consist(?:s|ing)|driven by|due to|net of|offset by|assum(?:es|ing)|as a result of|because of|prior to|in addition to|at an? (?:average )?(?:price|rate|cost)|per (?:barrel|ounce|ton|pound|gallon|unit)|price of|priced at|up to an aggregate)\b[^;:]{0,70}$/i;

/** `our guidance for 2025, including sales of $5 million`: the guidance itself. */
const INCLUDED =
  /\b(?:guidance|outlook|forecasts?|targets)\b[^;:$€£.]{0,60},?\sincluding\s[^;:]{0,110}\sof\s(?:approximately |about |between |at least )*$/i;

/** `$0.27 in the prior year`, `$600 million, $200 million of which` */
const OF_PAST =
  /^\s?(?:of (?:which|that)\b|(?:per (?:\p{L}+ ){0,2}share )?(?:(?:in|for|during|of) (?:the )?(?:same (?:period|quarter) (?:of )?(?:the )?)?(?:prior|previous|last|preceding|year-ago) (?:fiscal )?(?:year|quarter|period)|a year (?:ago|earlier)|last year)\b)/iu;

/** `per barrel`, `per well`, `a month`: a price or a rate. Shares and years are what companies have guidance on. */
const OF_ONE_UNIT =
  /^\s?(?:(?:a|an) (?:barrel|ounce|ton|tonne|pound|gallon|month|day|week|hour|quarter)\b|per (?!(?:[\p{L}-]+ ){0,3}(?:shares?|units?|ADS|year|annum)\b)\p{L})/iu;

/** `$30 million (€26 million)`: the same amount in another currency. */
const CONVERTED = /[$€£¥]\s?[\d.,]+(?:\s(?:million|billion|thousand))?\s\((?:approximately |about |or )?$/i;

/** A figure that explains another one, or a price. */
export function isPart(text: string, { start, end }: StatedFigure): boolean {
  const before = text.slice(Math.max(0, start - 90), start);
  const after = text.slice(end, end + 30);
  // `$44 billion (+$0.5 billion vs. our prior forecast)`
  if (/\(\s?[+±]\s?$/.test(before)) return true;
  const isConverted = CONVERTED.test(before) && /^\s?\)/.test(after) && /^[^$]/.test(text.slice(start));
  if (isConverted || OF_ONE_UNIT.test(after) || OF_PAST.test(text.slice(end, end + 60))) return true;
  // `in addition to a 2% headwind`: an effect of its own.
  if (/^\s(?:\p{L}+\s)?(?:headwind|tailwind)\b/u.test(after)) return false;
  if (INCLUDED.test(text.slice(Math.max(0, start - 160), start))) return false;
  const tail = before.slice(Math.max(before.lastIndexOf(','), before.lastIndexOf('(')) + 1);
  return PART.test(tail) && !OF_OUTLOOK.test(tail);
}

const MAX_AHEAD = 80;

/** The period that follows a figure closely, else the last before it, else the next. */
export function periodNear(
  text: string,
  { start, end }: StatedFigure,
  figures: readonly StatedFigure[],
  at: number,
  periods: readonly StatedPeriod[],
): StatedPeriod | undefined {
  const listed = periodInTurn(text, figures, at, periods);
  if (listed !== undefined) return listed;
  const until = figures[at + 1]?.start ?? text.length;
  const behind = periods.find(
    period =>
      period.start >= end &&
      period.end <= until &&
      period.start - end < MAX_AHEAD &&
      !/;|, and\b|, while\b/.test(text.slice(end, period.start)),
  );
  const before = periods.filter(period => period.end <= start).at(-1);
  const later = periods.find(period => period.start >= end);
  // `$5 million in the second quarter and $20 million for the year`: each has its own.
  const isOwn =
    behind !== undefined &&
    /^\s?(?:is |are )?(?:expected|anticipated|projected|forecast)\b|^\s?(?:per (?:\p{L}+ )?share,? )?(?:(?:in|of|for|during|by|through|to|beginning|starting|commencing)\b|\()/u.test(
      text.slice(end),
    );
  return isOwn ? behind : (before ?? behind ?? later);
}

const AND = /^,? (?:and )?(?:(?:approximately|about|in|for|fiscal) )*$/;

/** `$1.2 billion and $1.5 billion in 2023 and 2024, respectively`: the period at the place of the figure. */
function periodInTurn(
  text: string,
  figures: readonly StatedFigure[],
  at: number,
  periods: readonly StatedPeriod[],
): StatedPeriod | undefined {
  const isNext = (items: readonly { start: number; end: number }[], place: number) => {
    const [one, other] = [items[place], items[place + 1]];
    return one !== undefined && other !== undefined && AND.test(text.slice(one.end, other.start));
  };
  let [first, last] = [at, at];
  while (first > 0 && isNext(figures, first - 1)) first--;
  while (isNext(figures, last)) last++;
  const from = periods.findIndex(period => period.start >= (figures[last]?.end ?? text.length));
  if (last === first || from < 0) return undefined;
  let until = from;
  while (isNext(periods, until)) until++;
  const isSameCount = until - from === last - first;
  return isSameCount && /^,? respectively\b/.test(text.slice(periods[until]?.end))
    ? periods[from + at - first]
    : undefined;
}

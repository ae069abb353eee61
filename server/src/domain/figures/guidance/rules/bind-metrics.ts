import { bindAffected, bindEffect } from './bind-effects.ts';
import { type BoundMetric, type NamedMetric, toCode } from './metrics.ts';
import type { StatedFigure } from './stated-figures.ts';

const ATTACHED_BEHIND =
  /^\s?(?:(?:(?:decline|decrease|increase|growth|improvement|reduction|expansion)\s)?(?:in|of|for|from|on)\s)?(?:(?:our|its|the|new|additional|total|net|incremental|annual|annualized|pre-tax|pretax|after-tax|non-cash|gross|cash|related|expected|organic|adjusted|non-GAAP|GAAP|diluted|ongoing|recurring)[ -]){0,4}$/i;
const MORE =
  /\b(?:grow(?:s|th|ing)?|increas(?:e|es|ed|ing)|ris(?:e|es|ing)|up|higher|improv(?:e|es|ement|ing)|expan(?:d|sion|ding)|gain|accelerat\w+)\b/i;
const LESS =
  /\b(?:declin(?:e|es|ing)|decreas(?:e|es|ed|ing)|down|lower|fall(?:s|ing)?|drop|reduc(?:e|es|ed|tion|ing)|contract(?:s|ion|ing)?|negative|decrement)\b/i;
/** `increase its output by 10%` */
const VERB_BEFORE = /\b(?:increase|grow|expand|improve|raise)\w*\s(?:(?:our|its|the|total|\d{4})\s)*$/i;
const CHANGE_BEHIND =
  /^,?\s?(?:\(?(?<more>growth|increase|higher|above|more|improvement|expansion)|(?<less>decline|decrease|lower|below|reduction|contraction|less)|(?:over|compared (?:to|with)|year[- ]over[- ]year|from|versus))\b/i;
const OF_EFFECT = /(?:impact|effect|headwind|tailwind)s?$/;
const COUNTED =
  /^\s(?<phrase>(?:(?!(?:of|in|and|to|for|by|or|the|shares|million|billion)\b)\p{L}[\p{L}-]*\s){0,3}?(?<noun>stores|restaurants|locations|centers|hotels|rooms|homes|clinics|branches|wells|rigs|vehicles|aircraft|shops|salons|clubs|communities|schools|theaters|units|trucks|planes|franchises|offices|dealerships|warehouses|plants|bakery-cafes))\b/iu;
const COUNTING_VERB =
  /\b(?<verb>open|add|build|launch|complete|deliver|ship|produce|drill|refranchise|close|acquire|install|remodel|relocate|renovate|sell|construct|convert)(?:ing)?\s(?:(?:a total of|an additional|another|approximately|about|between|up to|at least|roughly|more than|over|some|around)\s){0,2}$/i;

const OF_SALES = /^\s?of (?:\p{L}+ ){0,3}(?:sales|revenues?)\b/iu;
const AS_PART_OF_SALES = /\bas an? percent(?:age)? of (?:\p{L}+ ){0,2}(?:sales|revenues?)\b/iu;
/** `increase in the range of 4%` */
const CHANGE_OF_RANGE =
  /\b(?:increas|decreas|grow|declin|ris|fall|improv)\w*\s(?:in|within|by|at)\s(?:the|a)\s(?:range|rate)\sof\s(?:approximately |about )?$/i;
const EFFECT_OF =
  /\b(?:impact|effect|headwind|tailwind|drag|dilution)\sof\s(?:approximately |about |an estimated |up to |between |roughly )*$/i;
/** `add $40 million to revenue` */
const ADDS = /\b(?:add|contribute|bring|generate)\w*\s(?:approximately |about |an additional |up to |between )*$/i;
const CONTRIBUTES =
  /\b(?:contribut(?:e|ing)|fund|make contributions of|contributions of)\s(?:approximately |about |up to |at least |between |a total of )*$/i;
/** `repurchase $3 billion of its shares`, `purchasing $1 billion in shares` */
const REPURCHASES =
  /\b(?:re-?purchas|purchas|buy)(?:e|es|ing)?\s(?:back\s)?(?:approximately |about |up to |at least |between |a total of |an additional |another )*$/i;
const OF_SHARES =
  /^\s(?:of|in|worth of)\s(?:(?:our|its|the|own|company['’]?s?|outstanding|common|additional)\s){0,4}(?:shares?|stock)\b/iu;
const PENSION_PLAN = /\b(?:pension|defined benefit|retirement|postretirement)\b[^.;]{0,40}\bplans?\b/i;
const TO_PENSION =
  /^[^.;]{0,25}\bto (?:[\p{L}.’'-]+ ){0,6}(?:pensions?|retirement|postretirement|benefits?|qualified|profit-sharing)\b/iu;

/** Finds the measure that a figure of a sentence is of; null if the sentence names none that fits. */
export function bindMetric(
  text: string,
  figures: readonly StatedFigure[],
  at: number,
  metrics: readonly NamedMetric[],
): BoundMetric | null {
  const figure = figures[at] as StatedFigure;
  const behindText = text.slice(figure.end);
  const count = figure.unit === 'plain' ? (bindCount(text, figure) ?? bindShares(text, figure, metrics)) : null;
  if (count !== null) return count;
  const pension = CONTRIBUTES.test(text.slice(0, figure.start)) && TO_PENSION.test(behindText);
  if (pension && figure.unit === 'money')
    return { code: 'pension_contributions', metric: null, unit: 'money', sign: 1 };
  if (REPURCHASES.test(text.slice(0, figure.start)) && OF_SHARES.test(behindText) && figure.unit === 'money')
    return { code: 'share_repurchases', metric: null, unit: 'money', sign: 1 };
  if (figure.unit === 'money' && /^\s(?:[\p{L}-]+ )?contribution/iu.test(behindText) && PENSION_PLAN.test(text))
    return { code: 'pension_contributions', metric: null, unit: 'money', sign: 1 };
  const ofEffect = bindAffected(text, figure, metrics);
  if (ofEffect !== undefined) return ofEffect;
  // `a negative impact of $0.10 on earnings per share`
  if (EFFECT_OF.test(text.slice(0, figure.start)) && /^\s(?:on|to)\s/.test(behindText))
    return bindEffect(text, figure, metrics, figure.end);
  if (/^\s?to\s/.test(behindText) && ADDS.test(text.slice(0, figure.start)))
    return bindEffect(text, figure, metrics, figure.end);
  const led = text.slice(Math.max(0, figure.start - MAX_LIST_CHARS), figure.start);
  if (REMOVES.test(led) || (IN_EFFECTS.test(led) && /^\s(?:for|to|on|in)\s/.test(behindText))) return null;
  const inTurn = inSameOrder(text, figures, at, metrics);
  if (inTurn !== null) return fits(inTurn, figure, text) ? toBound(text, figure, figures, at, inTurn) : null;
  const before = metrics.filter(metric => metric.end <= figure.start && fits(metric, figure, text));
  const last = before.at(-1);
  const next = metrics.find(metric => metric.start >= figure.end && fits(metric, figure, text));
  const isNextAttached =
    next !== undefined &&
    !(/^\s?of\b/.test(behindText) && figure.unit === 'percent') &&
    ATTACHED_BEHIND.test(text.slice(figure.end, Math.min(next.phraseStart, next.start)).replace(/^\)/, ''));
  if (
    ADDS.test(text.slice(0, figure.start)) &&
    next !== undefined &&
    OF_MEASURE.test(text.slice(figure.end, next.start))
  )
    return null;
  const spentOn =
    figure.unit === 'money' && SPENDS.test(text.slice(0, figure.start))
      ? metrics.find(
          metric =>
            metric.start >= figure.end &&
            fits(metric, figure, text) &&
            SPENT_ON.test(text.slice(figure.end, Math.min(metric.phraseStart, metric.start))),
        )
      : undefined;
  if (spentOn !== undefined) return toBound(text, figure, figures, at, spentOn);
  const isLastAttached = last !== undefined && isAttached(text.slice(last.end, figure.start));
  // `a $20 million charge`: the figure belongs to the noun behind it.
  const isNextHead =
    isNextAttached &&
    next.phraseStart <= figure.start + 2 &&
    /^\s(?:\p{L}|[ -])*$/u.test(text.slice(figure.end, next.start)) &&
    !/\b(?:in|of|for|from|on)\s/.test(text.slice(figure.end, next.start));
  const isNextCloser = isNextAttached && last !== undefined && /,|\band\b/.test(text.slice(last.end, figure.start));
  const metric = isLastAttached && !isNextHead && !isNextCloser ? last : isNextAttached ? next : (last ?? null);
  if (metric === null || metric === undefined) return bindEarned(text, figure);
  const affected =
    metric === last && OF_EFFECT.test(metric.code)
      ? metrics.find(namedMetric => namedMetric.start >= figure.end)
      : undefined;
  if (affected !== undefined && /^\s(?:on|to)\s[^,;]{0,60}$/.test(text.slice(figure.end, affected.start)))
    return bindEffect(text, figure, [affected], figure.end);
  if (!isLastAttached && metric === last && isInterrupted(text.slice(metric.end, figure.start))) return null;
  return NO_MEASURE.test(metric.code) ? null : toBound(text, figure, figures, at, metric);
}

/** `the 53rd week is expected to add $700 million of revenue`: a part of the measure. */
const OF_MEASURE = /^\s(?:of|in)\s(?:\p{L}+\s){0,3}$/u;
/** `invest $3 billion in the form of capital expenditures`, `allocate $70 million of cash to share repurchases` */
const SPENDS =
  /\b(?:invest|spend|allocate|commit|devote|use|deploy|return|incur|direct)\w*\s(?:(?:up to|at least|between|another|an|additional|a|total|of|approximately|about|around|roughly|over|more than|over)\s)*$/i;
const SPENT_ON =
  /^[^,;.:$\d]{0,60}\b(?:in the form of|towards?|on|for|through|as|to|via|by way of)\s(?:(?:our|its|the|total|annual|gross|net|new|cash)\s){0,3}$/i;
const MAX_LIST_CHARS = 160;
/** `will eliminate an additional $20 million of expenses` */
const REMOVES =
  /\b(?:eliminat|sav|reduc|cut|avoid|remov|lower)(?:e|es|ing|s)?\s(?:(?:an?|additional|another|approximately|about|around|up to|at least|roughly|over|more than|us|our|costs?|expenses?|by)\s)*$/i;
/** `negative impacts of $30 million for property revenue, $20 million for`: a list of effects. */
const IN_EFFECTS =
  /\b(?:impacts?|effects?|headwinds?|tailwinds?)\sof\s[$€£¥]?\d[^;]{0,120}?(?:,|\band)\s(?:(?:and|approximately|about|a)\s)*$/i;

/** `we expect to earn $1.10 per share`, `our guidance of $1.10 per share`: earnings that are not named. */
function bindEarned(text: string, figure: StatedFigure): BoundMetric | null {
  if (figure.unit !== 'per_share') return null;
  const lead = EARNED.exec(text.slice(0, figure.start))?.[0];
  if (
    lead === undefined ||
    /\bby\s(?:approximately |about )?$|\b(?:A?FFO|FAD|NAV|dividends?|distributions?|price|value|cash|charges?|costs?|expenses?|gains?|impact|segments?|divisions?|subsidiar(?:y|ies)|business(?:es)?)\b/i.test(
      lead,
    ) ||
    /\bA?FFO\b/.test(text)
  )
    return null;
  if (OF_SEGMENT.test(text.slice(0, figure.start))) return null;
  const isAdjusted = /\b(?:adjusted|non-GAAP|core)\b/i.test(lead);
  return { code: isAdjusted ? 'adjusted_eps_diluted' : 'eps_diluted', metric: null, unit: 'per_share', sign: 1 };
}

/** `we expect the segment to be within our guidance of $0.70 per share` */
const OF_SEGMENT = /\b(?:segments?|divisions?|subsidiar(?:y|ies)|businesses|business unit)\b[^.;]{0,100}$/i;
const EARNED = /\b(?:(?:adjusted|non-GAAP|core)\s)?(?:earn(?:ing)?|guidance|outlook)\b[^.;]{0,70}$/i;

/** Words of amounts that do not say what is measured. */
const NO_MEASURE =
  /^(?:(?:net|negative|positive|adverse|favorable|unfavorable|total|year_over_year)_)*(?:benefit|impact|effect|headwind|tailwind|margin|contribution)s?$|year_to_date|^(?:adjusted_)?cumulative_/;

/** `revenue and EBITDA of $5 million and $1 million, respectively`: the measure at the figure's place in the list; null without lists. */
function inSameOrder(
  text: string,
  figures: readonly StatedFigure[],
  at: number,
  metrics: readonly NamedMetric[],
): NamedMetric | null {
  const figure = figures[at] as StatedFigure;
  const word = text.slice(figure.start).search(/\brespectively\b/i);
  if (word < 0) return null;
  const until = figure.start + word;
  const isListed = (end: number, start: number) =>
    /^(?:,| and|, and|,? as well as)(?: \p{L}+){0,4} ?$/u.test(text.slice(end, start));
  const isNext = (place: number, next: number) => {
    const [one, other] = [figures[place], figures[next]];
    return one !== undefined && other !== undefined && isListed(one.end, other.start);
  };
  let [first, last] = [at, at];
  while (first > 0 && isNext(first - 1, first)) first--;
  while (isNext(last, last + 1) && (figures[last + 1]?.start ?? until) < until) last++;
  const count = last - first + 1;
  const listed = metrics.filter(metric => metric.end <= (figures[first]?.start ?? 0)).slice(-count);
  const areListed = listed.every(
    (metric, place) => place === 0 || isListed((listed[place - 1] as NamedMetric).end, metric.start),
  );
  return count > 1 && listed.length === count && areListed ? (listed[at - first] ?? null) : null;
}

/** `and to allocate`: what one does besides. */
const OTHER_PREDICATE =
  /\band to (?!(?:be|total|range|grow|increase|decrease|decline|improve|exceed|average|approximate|remain|reach|rise|fall)\b)\p{L}+/iu;

/** Only words that lead to a value are between a measure and its figure. */
function isAttached(between: string): boolean {
  return (
    between.length < 140 &&
    !OTHER_PREDICATE.test(between) &&
    !/\d(?:\.\d+)?\s?(?:%|million|billion|percent)|[$€£¥]/.test(between) &&
    !/\binto\s(?:our|its|the)\s/.test(between) &&
    !/[;:]\s\S/.test(between.replace(/:\s*(?:~|approximately |about )?$/, ''))
  );
}

/** `increase by $3 million`, `up $3 million`: the change of an amount. */
const CHANGE_OF_AMOUNT =
  /\b(?:(?:increase|decrease|grow|decline|rise|fall|improve|reduce)\w*|(?<!\b(?:ramp|scale|pick|set|make|step)\w* )(?:up|down))\s(?:by\s)?(?:an additional |approximately |about |around |up to |between |roughly |nearly |almost |more than |over |at least |an incremental )*$/i;

/** `an increase of $10 million from our estimate` */
const CHANGE_OF =
  /\b(?:increases?|decrease|improvement|decline|reduction)\sof\s(?:approximately |about |around |up to |at least |more than )*$/i;

/** `$10 million higher than in 2023` */
function isMoreBehind(behind: string): boolean {
  return /^\s(?:(?:year[- ]over[- ]year|sequential|quarter[- ]over[- ]quarter)\s)?(?:higher|lower|greater|less|more|better|worse|(?:increase|decrease|improvement|decline)s?)\b(?!\s(?:end|half)\b)/i.test(
    behind,
  );
}

/** Another subject is between: `revenue grew, and we expect to spend $5 million`. */
function isInterrupted(between: string): boolean {
  return (
    between.length > 220 ||
    /;|\b(?:while|whereas|although|which|who|because)\b|\b(?:into|to)\s(?:our|its|the)\s[^,;]{0,40}\b(?:guidance|outlook)\b/i.test(
      between,
    ) ||
    OTHER_PREDICATE.test(between)
  );
}

/** Stated per share these are earnings per share. */
const OF_INCOME = /^(?:net_income|earnings|income|loss)$/;
const OF_FFO = /^(?:[a-z]+_)?a?ffo$/;
/** Smaller numbers are no volume. */
const LEAST_COUNT = 100;
const LEAST_AMOUNT = 1_000;

function fits(metric: NamedMetric, figure: StatedFigure, text: string): boolean {
  const { unit, low, high } = figure;
  const value = Math.abs(low ?? high ?? 0);
  if (metric.unit === 'money' || metric.unit === 'any') {
    if (unit === 'per_share') return OF_INCOME.test(metric.code) || OF_FFO.test(metric.code);
    if (unit === 'plain') return metric.unit === 'any' && value >= LEAST_COUNT;
    // A few dollars are an amount per share, or a price of one unit.
    if (unit === 'money')
      return value === 0 || value >= LEAST_AMOUNT || OF_INCOME.test(metric.code) || OF_FFO.test(metric.code);
    if (unit === 'percent')
      return metric.unit === 'any' || isGrowth(text, figure, metric) || OF_SALES.test(text.slice(figure.end));
    return unit === 'points' ? true : unit === 'scaled' && metric.unit === 'any';
  }
  if (metric.unit === 'per_share')
    return (
      unit === 'per_share' ||
      (unit === 'money' && value < 1_000) ||
      (unit === 'percent' && isGrowth(text, figure, metric))
    );
  if (metric.unit === 'percent') return unit === 'percent' || unit === 'points';
  return metric.unit === 'shares' && unit === 'scaled';
}

function isGrowth(text: string, figure: StatedFigure, metric: NamedMetric): boolean {
  if (metric.change !== null) return true;
  const between =
    metric.end <= figure.start ? text.slice(metric.end, figure.start) : text.slice(figure.end, metric.start);
  return MORE.test(between) || LESS.test(between) || CHANGE_BEHIND.test(text.slice(figure.end));
}

function toBound(
  text: string,
  figure: StatedFigure,
  figures: readonly StatedFigure[],
  at: number,
  metric: NamedMetric,
): BoundMetric | null {
  const between =
    metric.end <= figure.start
      ? text.slice(metric.end, figure.start)
      : text.slice(Math.max(0, figure.start - 40), figure.start).replace(/^.*(?:,|\band\b|\bor\b)/, '');
  const tail = between.slice(-60);
  const isRate = figure.unit === 'percent' || figure.unit === 'points';
  const behind = CHANGE_BEHIND.exec(text.slice(figure.end))?.groups;
  const leadsToValue =
    /\b(?:to|at|of|be|is|are)\s(?:be |a |an |between |in the range of |approximately |about |roughly |around )*$/i.test(
      tail,
    ) &&
    !/\b(?:growth|increase|decline|decrease|improvement|reduction|expansion|contraction)\s(?:rate )?of\s/i.test(tail);
  const isMoreOrLess =
    isRate &&
    metric.change === null &&
    (!leadsToValue || CHANGE_OF_RANGE.test(tail) || behind?.more !== undefined || behind?.less !== undefined) &&
    (MORE.test(tail) || LESS.test(tail) || behind?.more !== undefined || behind?.less !== undefined);
  if (!isRate && (CHANGE_OF_AMOUNT.test(tail) || isMoreBehind(text.slice(figure.end)))) return null;
  if (!isRate && CHANGE_OF.test(tail)) return null;
  if (!isRate && /\bby\s(?:approximately |about |an additional |up to )*$/i.test(tail)) return null;
  const isVerbBefore =
    isRate &&
    metric.change === null &&
    /\bby\s/.test(tail) &&
    VERB_BEFORE.test(text.slice(Math.max(0, metric.phraseStart - 40), metric.phraseStart));
  const isChange = metric.change !== null || isMoreOrLess || isVerbBefore;
  const isLess =
    metric.change === -1 || (isMoreOrLess && (behind?.less !== undefined || (LESS.test(tail) && !MORE.test(tail))));
  const base = baseOf(text, figure, figures, at, metric);
  const isOfMargin = metric.unit === 'percent' && !/growth/.test(metric.code);
  const suffix = !isChange
    ? ''
    : isOfMargin || !isRate || figure.unit === 'points'
      ? '_change'
      : /growth/.test(metric.code)
        ? ''
        : '_growth';
  if (figure.unit === 'points' && !isChange) return null;
  const isLoss =
    !isRate &&
    /\bloss(?:es)?\b|\b(?:negative|adverse|unfavou?rable)\b[^,;]{0,40}\b(?:impact|effect)\b|\bheadwind/i.test(
      text.slice(metric.phraseStart, figure.start),
    ) &&
    !/\bincome or loss|\bincome \(loss\)|\bcredit loss|\bloan loss/i.test(text.slice(metric.phraseStart, figure.start));
  const sign = (isLess || isLoss) && (figure.low ?? figure.high ?? 0) > 0 ? -1 : 1;
  const isPerShare = figure.unit === 'per_share' || (figure.unit === 'money' && isFewDollars(figure));
  const unit =
    isOfMargin && isChange
      ? 'points'
      : (metric.unit === 'per_share' || isPerShare) && !isRate
        ? 'per_share'
        : metric.unit === 'shares'
          ? 'shares'
          : figure.unit;
  // `capital spending of 5% of revenue`
  const isRatio = figure.unit === 'percent' && !isChange && (metric.unit === 'money' || metric.unit === 'any');
  const isOfSales = OF_SALES.test(text.slice(figure.end)) || AS_PART_OF_SALES.test(between);
  // A percentage of something else.
  if (isRatio && !isOfSales) return null;
  const ratio = isRatio && isOfSales ? '_pct_of_revenue' : '';
  const code = isPerShare ? perShareCode(metric.code) : metric.code;
  const isOfBoth = metric.isBoth && !/\brespectively\b/.test(text.slice(figure.start));
  return { code: `${base}${onBasis(text, figure, `${code}${ratio}${suffix}`)}`, metric, unit, sign, isOfBoth };
}

const ON_BASIS =
  /^\s(?:(?:growth|increase),?\s)?(?:on an? )(?<organic>organic|core|constant[- ]currency|currency[- ]neutral|comparable)?(?<other>operational)? basis\b/i;

/** `sales growth of 7% on a reported basis, 5% on a constant currency basis` */
function onBasis(text: string, figure: StatedFigure, code: string): string {
  const { organic, other } = ON_BASIS.exec(text.slice(figure.end))?.groups ?? {};
  if (organic === undefined && other === undefined) return code;
  return code === 'revenue_growth' && organic !== undefined
    ? 'organic_revenue_growth'
    : `${toCode(organic ?? other ?? '')}_${code}`;
}

function isFewDollars({ low, high }: StatedFigure): boolean {
  const value = Math.abs(low ?? high ?? 0);
  return value > 0 && value < LEAST_AMOUNT;
}

/** `net loss of $0.10 per share`, `AFFO of $2.00 per share` */
function perShareCode(code: string): string {
  return OF_INCOME.test(code) ? 'eps_diluted' : OF_FFO.test(code) ? 'ffo_per_share' : code;
}

/** `GAAP and non-GAAP margins are expected to be 74.8% and 75.5%, respectively`: the second figure is the adjusted one. */
function baseOf(
  text: string,
  figure: StatedFigure,
  figures: readonly StatedFigure[],
  at: number,
  metric: NamedMetric,
): string {
  const own = text.slice(Math.max(0, figure.start - 40), figure.start);
  if (/\b(?:non-GAAP|adjusted):?\s(?:basis,? )?(?:of )?(?:~|approximately |about )?$/i.test(own)) return 'adjusted_';
  if (/^\s?(?:on an? )?(?:non-GAAP|adjusted) basis/i.test(text.slice(figure.end))) return 'adjusted_';
  if (metric.isAdjusted) return 'adjusted_';
  const clause = text.slice(text.lastIndexOf(';', figure.start) + 1, figure.start);
  if (/\bon an? (?:non-GAAP|adjusted) basis\b/i.test(clause)) return 'adjusted_';
  const former = figures[at - 1];
  const isSecond =
    metric.isBoth &&
    former !== undefined &&
    former.start >= metric.end &&
    /^,? and\s/.test(text.slice(former.end, figure.start)) &&
    /\brespectively\b/.test(text.slice(former.end));
  return isSecond ? 'adjusted_' : '';
}

function bindCount(text: string, figure: StatedFigure): BoundMetric | null {
  const { phrase = '', noun = '' } = COUNTED.exec(text.slice(figure.end))?.groups ?? {};
  const { verb = '' } = COUNTING_VERB.exec(text.slice(0, figure.start))?.groups ?? {};
  if (noun === '' || verb === '') return null;
  return { code: toCode(`${verb} ${phrase}`), metric: null, unit: noun.toLowerCase(), sign: 1 };
}

function bindShares(text: string, figure: StatedFigure, metrics: readonly NamedMetric[]): BoundMetric | null {
  const shares = metrics.filter(metric => metric.unit === 'shares' && metric.end <= figure.start).at(-1);
  return shares !== undefined && (figure.low ?? 0) >= 1e5 && isAttached(text.slice(shares.end, figure.start))
    ? { code: shares.code, metric: shares, unit: 'shares', sign: 1 }
    : null;
}

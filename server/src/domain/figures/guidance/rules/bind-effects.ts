import type { BoundMetric, NamedMetric } from './metrics.ts';
import type { StatedFigure } from './stated-figures.ts';

const EFFECT_BEHIND =
  /^\s?(?:\p{L}+ ){0,2}?(?<word>impact|headwind|tailwind|effect|benefit|drag|reduction|dilution)\b/iu;
const ADVERSE = /\b(?:negative|adverse|unfavorable|unfavourable|headwind|drag|reduc\w+|dilut\w+|hurt)\b/i;

/** The effect on a measure that a figure of a sentence states: null if on none that it names, undefined if it states no effect. */
export function bindAffected(
  text: string,
  figure: StatedFigure,
  metrics: readonly NamedMetric[],
): BoundMetric | null | undefined {
  const effect = EFFECT_BEHIND.exec(text.slice(figure.end))?.[0];
  if (effect !== undefined) {
    const after = figure.end + effect.length;
    return bindEffect(text, figure, metrics, after) ?? bindEffectBefore(text, figure, metrics, after);
  }
  const impacted = IMPACTS.exec(text.slice(0, figure.start));
  return impacted === null ? undefined : bindImpact(figure, metrics, impacted);
}

/** `a $20 million headwind to revenue`: an effect on the measure that is named after the offset. */
export function bindEffect(
  text: string,
  figure: StatedFigure,
  metrics: readonly NamedMetric[],
  after: number,
): BoundMetric | null {
  const onto = metrics.find(
    metric => metric.start >= after && /^\s(?:on|to|from|in)\s[^,;.]{0,60}$/.test(text.slice(after, metric.start)),
  );
  if (onto === undefined || figure.unit === 'percent' || figure.unit === 'plain') return null;
  const isAdverse = ADVERSE.test(text.slice(Math.max(0, figure.start - 50), after));
  return {
    code: `${onto.isAdjusted ? 'adjusted_' : ''}${onto.code}_effect`,
    metric: onto,
    unit: onto.unit === 'per_share' ? 'per_share' : figure.unit,
    sign: isAdverse && (figure.low ?? figure.high ?? 0) > 0 ? -1 : 1,
  };
}

/** `EPS growth is expected to include a 7% to 8% currency headwind`: an effect on the measure before it. */
function bindEffectBefore(
  text: string,
  figure: StatedFigure,
  metrics: readonly NamedMetric[],
  after: number,
): BoundMetric | null {
  const onto = metrics.filter(metric => metric.end <= figure.start && metric.isNamed).at(-1);
  if (
    onto === undefined ||
    figure.unit === 'plain' ||
    !/headwind|tailwind|impact|drag|benefit/i.test(text.slice(figure.end, after))
  )
    return null;
  const between = text.slice(onto.end, figure.start);
  if (!TAKES_EFFECT.test(between) || between.length > MAX_TO_EFFECT) return null;
  const isAdverse = ADVERSE.test(text.slice(Math.max(0, figure.start - 20), after));
  const isRate = figure.unit === 'percent' || figure.unit === 'points';
  const ofGrowth = isRate && onto.unit !== 'percent' && !/_growth$/.test(onto.code) ? '_growth' : '';
  return {
    code: `${onto.isAdjusted ? 'adjusted_' : ''}${onto.code}${ofGrowth}_effect`,
    metric: onto,
    unit: onto.unit === 'per_share' && !isRate ? 'per_share' : figure.unit,
    sign: isAdverse && (figure.low ?? figure.high ?? 0) > 0 ? -1 : 1,
  };
}

const MAX_TO_EFFECT = 140;
/** What leads from a measure to what affects it. */
const TAKES_EFFECT =
  /\b(?:includ(?:e|es|ing)|reflect(?:s|ing)?|assum(?:e|es|ing)|expects?|anticipates?|has|have|fac(?:e|es|ing)|sees?|in addition to)\b[^.;]*$/i;

/** `to negatively impact EPS by $0.10`, `to reduce revenue growth by 2 points` */
const IMPACTS =
  /\b(?:(?<adverse>(?:negatively|adversely|unfavorably) (?:impact|affect)|reduce|dilute|hurt)|(?:positively|favorably) (?:impact|affect)|benefit)(?:s|d|ed|ing)?\s[^,;.]{3,80}\bby\s(?:approximately |about |between |up to |roughly |an estimated )*$/i;

function bindImpact(
  figure: StatedFigure,
  metrics: readonly NamedMetric[],
  { index, 0: words, groups }: RegExpExecArray,
): BoundMetric | null {
  const onto = metrics.find(metric => metric.start >= index && metric.end <= index + words.length);
  if (onto === undefined || figure.unit === 'plain') return null;
  // `reduce our expenses by $5 million` is an aim, no effect.
  if (/^(?:reduce)/i.test(groups?.adverse ?? '') && !EARNED_MEASURE.test(onto.code)) return null;
  const isRate = figure.unit === 'percent' || figure.unit === 'points';
  const ofGrowth = onto.change !== null && isRate ? '_growth' : '';
  return {
    code: `${onto.isAdjusted ? 'adjusted_' : ''}${onto.code}${ofGrowth}_effect`,
    metric: onto,
    unit: onto.unit === 'per_share' && !isRate ? 'per_share' : figure.unit,
    sign: groups?.adverse === undefined ? 1 : -1,
  };
}

/** What a company does not reduce on purpose. */
const EARNED_MEASURE =
  /^(?:revenue|eps|net_income|operating_(?:income|margin|cash_flow)|gross_|ebitda|free_cash|ffo|organic|comparable)/;

/** A figure that a text states, or a range of figures. */
export interface StatedFigure {
  /** `plain` is a number without currency, percent sign or scale: a count, or a figure in the scale of its table. */
  unit: 'money' | 'per_share' | 'percent' | 'points' | 'scaled' | 'plain';
  /** ISO 4217; null if the figure is no amount of money. */
  currency: string | null;
  /** In whole units, percentages and percentage points in percent. Null for an open end: `at least $5 million`. */
  low: number | null;
  high: number | null;
  start: number;
  end: number;
}

const HEDGE =
  /~|±|\b(?:approximately|about|around|roughly|at least|at most|up to|more than|less than|plus or minus)\b/i;

/** A range or an approximate figure: results are stated exactly. */
export function isHedged(text: string, { low, high, start }: StatedFigure): boolean {
  return low !== high || HEDGE.test(text.slice(Math.max(0, start - 30), start + 60));
}

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  dollar: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  yen: 'JPY',
};
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mm: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
};

const NUMBER = new RegExp(
  [
    String.raw`(?:(?<sign>US\$|C\$|[$€£¥])\s?)?(?<inner>\(\s?)?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)(?![\d,]*\d)`,
    String.raw`(?:\s?(?<scale>thousand|million|billion|trillion|bn|mm)\b|(?<short>[KMB])(?![\p{L}\d]))?`,
    String.raw`(?<close>\s?\))?`,
    String.raw`(?:\s?(?<percent>%|percent(?!age)\b|per cent\b)|[\s-]?(?<points>percentage[ -]points?\b|basis[ -]points?\b|bps\b)|\s?(?<cents>cents?\b|¢)|\s(?<named>(?:U\.?S\.? )?dollars?|euros?|pounds|yen)\b)?`,
  ].join(''),
  'giu',
);
/** Text before a number that is not a figure of the text: a letter, a full stop, a quarter, a month. */
const NO_NUMBER_BEFORE =
  /(?:[\p{L}\d.,/#_]|\p{L}[-–]|\b(?:low|mid|high|upper)[- ]|\b\d[-–]|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z.]* ?|\b(?:Item|Note|Rule|Section|Form|Exhibit|No\.|Topic|ASC|SFAS|Chapter|page) ?)$/u;
const NO_NUMBER_AFTER =
  /^(?:\p{L}|[-–]?(?:week|month|day|year|for)\b|[-–]\p{L}|\/\d|:\d|(?:st|nd|rd|th)\b|\s(?:weeks?|months?|days?|years?|quarters?|times|a\.m|p\.m|January|February|March|April|June|July|August|September|October|November|December)\b)/u;

interface Atom {
  value: number;
  /** The number as written, without its scale. */
  written: number;
  scale: number;
  unit: StatedFigure['unit'];
  currency: string | null;
  start: number;
  end: number;
}

const PER_SHARE = /^[\s,]{0,2}(?:per|a|each) (?:\p{L}+ ){0,3}(?:share|unit|ADS)\b/u;
const JOINT =
  /^\s?(?:(?:up )?to|and|through|[-–—−])\s?(?:an? )?(?:~|approximately |about |(?:negative|minus|(?:net )?loss of)\s?)*\(?$/;
const SPREAD =
  /^,?(?: respectively,?)?\s?\(?(?:plus or minus|plus\/minus|plus-or-minus|\+\s?\/\s?[-–−]|±)\s?(?:approximately |about )?$/;
const BOUND_BEFORE =
  /(?<least>\b(?:at least|not less than|no less than|more than|greater than(?: or equal to)?|higher than|≥|>|over|above|exceed(?:s|ing)?|in excess of|(?:a )?minimum of|at or above)\s?)(?:approximately |about |~)?$|(?<most>\b(?:up to|at most|less than(?: or equal to)?|≤|<|lower than|fewer than|below|under|not (?:to )?exceed|no more than|not more than|(?:a )?maximum of|at or below)\s?)(?:approximately |about |~)?$/i;
const BOUND_AFTER =
  /^\s?(?:(?<least>or (?:more|greater|higher|better|above))|(?<most>or (?:less|lower|fewer|below)))\b/i;
/** `raise from 5 to 6`: two figures; `range from 5 to 6`: one. */
const CHANGE_FROM = /\bfrom\s+(?:a |an |the |its |our |approximately |about |around |roughly )?$/i;
const RANGE_FROM =
  /\b(?:rang(?:e|es|ing)(?: (?:is|to be|will be))?|anywhere|between|vary|varies)\s+from\s+(?:approximately |about )?$/i;
const MAX_BEFORE = 40;
/** A change of an amount is not that many times smaller than what it leads to: `increase $3 million to $39 million`. */
const MAX_RATIO = 6;

/** Returns the figures of a text, in text order. */
export function readFigures(text: string): StatedFigure[] {
  const atoms = [...text.matchAll(NUMBER)].flatMap(match => toAtom(match, text));
  const figures: StatedFigure[] = [];
  for (let at = 0; at < atoms.length; at++) {
    const first = atoms[at] as Atom;
    const second = atoms[at + 1];
    const spread = second === undefined ? '' : text.slice(first.end, second.start);
    if (second !== undefined && SPREAD.test(spread)) {
      const from = listStart(text, figures, first, spread);
      figures.push({ ...toFigure(first, first), end: second.end });
      for (const figure of figures.slice(from)) widen(figure, second);
      at++;
      continue;
    }
    const joined = second === undefined ? null : join(text, first, second, figures.at(-1));
    if (joined === null) figures.push(bounded(text, toFigure(first, first)));
    else {
      figures.push(joined);
      at++;
    }
  }
  return figures.filter(figure => isFigure(figure, text));
}

/** A year alone is a date, `1,900` is an amount. */
function isFigure({ unit, low, high, currency, start, end }: StatedFigure, text: string): boolean {
  const value = low ?? high ?? 0;
  if (text.slice(start, end).includes(',')) return true;
  return !(unit === 'plain' && currency === null && Number.isInteger(value) && value >= 1900 && value < 2100);
}

function toAtom(match: RegExpExecArray, text: string): Atom[] {
  const { index, 0: words, groups = {} } = match;
  const before = text.slice(Math.max(0, index - 16), index);
  const after = text.slice(index + words.length, index + words.length + 40);
  const isMarked = [groups.sign, groups.percent, groups.scale, groups.points, groups.cents].some(
    value => value !== undefined,
  );
  if (groups.sign === undefined && NO_NUMBER_BEFORE.test(before) && !RANGE_DASH.test(before)) return [];
  if (!isMarked && NO_NUMBER_AFTER.test(after)) return [];
  // `$26 million (€24 million)`: the same again, no negative amount.
  const isApposed = groups.sign !== undefined && APPOSED.test(before);
  const isBracketed = !isApposed && groups.close !== undefined && (groups.inner !== undefined || /\(\s?$/.test(before));
  const isNegative =
    isBracketed ||
    (NEGATIVE.test(before) && !/\bplus[- ]or[- ]minus\s$/i.test(before)) ||
    (MINUS.test(before) && !/[\d%)]\s*[-–−]$|\p{L}\s*[-–−]$/u.test(before));
  const scale = SCALES[(groups.scale ?? groups.short ?? '').toLowerCase()] ?? 1;
  const isHundredth =
    groups.cents !== undefined || (groups.points !== undefined && !/^percentage/i.test(groups.points));
  const written = (Number((groups.digits ?? '').replaceAll(',', '')) * (isNegative ? -1 : 1)) / (isHundredth ? 100 : 1);
  if (!Number.isFinite(written * scale)) return [];
  const currency = currencyOf(groups);
  return [
    {
      ...{ value: exact(written * scale), written, scale, currency },
      unit: unitOf(groups, currency, scale, after),
      start: index,
      end: index + words.length - (groups.close !== undefined && !isBracketed ? groups.close.length : 0),
    },
  ];
}

const APPOSED = /\d(?: (?:thousand|million|billion))?\s\(\s?$/;
const MINUS = /(?:^|[\s(|:])[-–−]$/;
const NEGATIVE = /\b(?:negative|minus)\s$/i;
/** `flat to 3%`, `break-even to $0.05`: a range that begins at zero. */
const FROM_ZERO = /\b(?:flat|break-?even)\s(?:to|and)\s(?:up )?(?:approximately |about )?$/i;

function currencyOf({ sign, cents, named }: Record<string, string | undefined>): string | null {
  if (cents !== undefined) return 'USD';
  const name = named
    ?.toLowerCase()
    .replace(/^u\.?s\.? /, '')
    .replace(/s$/, '');
  return CURRENCIES[sign?.toUpperCase() ?? name ?? ''] ?? null;
}

function unitOf(
  { points, percent, cents }: Record<string, string | undefined>,
  currency: string | null,
  scale: number,
  after: string,
): StatedFigure['unit'] {
  if (points !== undefined) return 'points';
  if (percent !== undefined) return 'percent';
  if (cents !== undefined) return 'per_share';
  if (currency !== null) return PER_SHARE.test(after) ? 'per_share' : 'money';
  return scale === 1 ? 'plain' : 'scaled';
}

/** The dash of a range: `$2-3 billion`. */
const RANGE_DASH = /\d\s?[-–—−]\s?$/;

/** `a loss of $0.05 to earnings of $0.02`, `a decline of 2% to an increase of 1%` */
const LESS_OF = /\b(?:loss|decline|decrease|reduction)\sof\s(?:approximately |about )?$/i;
const TO_MORE =
  /^,?\s(?:to|and)\s(?:an? )?(?:net )?(?:earnings|income|profit|gain|increase|growth|improvement|positive)\s(?:of )?(?:approximately |about )?$/i;

function join(text: string, first: Atom, second: Atom, former: StatedFigure | undefined): StatedFigure | null {
  const between = text.slice(first.end, second.start);
  const isAcrossZero = TO_MORE.test(between) && LESS_OF.test(text.slice(0, first.start).slice(-MAX_BEFORE));
  if (isAcrossZero && first.value > 0 && isSameKind(first, second))
    return toFigure({ ...first, value: -first.value, written: -first.written }, second);
  // `2026 - $114,870`: a year and its amount.
  const isYear = first.unit === 'plain' && /^(?:19|20)\d\d$/.test(text.slice(first.start, first.end));
  if (isYear && second.currency !== null) return null;
  if (!JOINT.test(between) || !isSameKind(first, second)) return null;
  const before = text.slice(Math.max(0, first.start - MAX_BEFORE), first.start);
  if (/^\s?and/.test(between) && !/\bbetween\b[^.;]{0,30}$|\brange of\s?(?:approximately |about |~)?$/i.test(before))
    return null;
  const isFrom = CHANGE_FROM.test(before) && !RANGE_FROM.test(before);
  // `to $4.30 from $3.90 to $4.10`, `from $3.90 to $4.10 to $4.30`: the former range.
  const isFormerRange = former !== undefined && first.start - former.end < MAX_BEFORE && former.low !== former.high;
  if (isFrom && !isFormerRange && !/^[^.;]{0,20}\bto\b/.test(text.slice(second.end))) return null;
  const figure = toFigure(first, second);
  // `a loss of $0.10 to $0.05`
  if (/\bloss\b[^.;]{0,20}$/i.test(before) && figure.low !== null && figure.high !== null && figure.low > figure.high)
    return { ...figure, low: figure.high, high: figure.low };
  const { low, high } = figure;
  // `negative $0.34 to $0.32`: the word is that of both ends.
  if (first.value < 0 && second.value > 0 && NEGATIVE.test(before) && second.value <= -first.value)
    return { ...figure, high: -second.value };
  if (low === null || high === null || low > high) return null;
  const isMoney = figure.unit === 'money' || figure.unit === 'per_share' || figure.unit === 'scaled';
  if (isMoney && low > 0 && high > low * MAX_RATIO && /\bto\b/.test(between) && !/\b(?:between|range)\b/i.test(before))
    return null;
  return bounded(text, figure);
}

function isSameKind(first: Atom, second: Atom): boolean {
  if (first.unit === second.unit) return true;
  if (first.unit === 'plain') return true;
  if (second.unit === 'plain' || second.unit === 'scaled') return first.unit === 'money' || first.unit === 'per_share';
  return /^(?:money|per_share)$/.test(first.unit) && /^(?:money|per_share)$/.test(second.unit);
}

function toFigure(first: Atom, second: Atom): StatedFigure {
  const takesFirst = second.unit === 'plain' || (second.unit === 'scaled' && first.currency !== null);
  const unit = takesFirst ? first.unit : second.unit;
  const isHundredth = first.unit === 'plain' && Math.abs(first.written) > Math.abs(second.written);
  const ends = [
    isHundredth && (unit === 'points' || unit === 'per_share') ? exact(first.written / 100) : scaled(first, second),
    second.value,
  ];
  // `(0.10) to (0.12)` descends.
  const isTurned = first.value < 0 && second.value < 0 && (ends[0] ?? 0) > (ends[1] ?? 0);
  const [low = null, high = null] = isTurned ? ends.reverse() : ends;
  return { unit, currency: first.currency ?? second.currency, low, high, start: first.start, end: second.end };
}

/** `1.2 to $1.3 billion`, `$1.2 and $1.3 billion`: the scale of the second is that of both. */
function scaled({ value, scale, written }: Atom, second: Atom): number {
  return scale === 1 && Math.abs(written) <= Math.abs(second.written) ? exact(written * second.scale) : value;
}

function bounded(text: string, figure: StatedFigure): StatedFigure {
  const before = BOUND_BEFORE.exec(text.slice(Math.max(0, figure.start - MAX_BEFORE), figure.start))?.groups ?? {};
  const after = BOUND_AFTER.exec(text.slice(figure.end, figure.end + MAX_BEFORE))?.groups ?? {};
  if (figure.low !== figure.high) return figure;
  if (FROM_ZERO.test(text.slice(Math.max(0, figure.start - MAX_BEFORE), figure.start)) && (figure.low ?? 0) > 0)
    return { ...figure, low: 0 };
  if (before.least !== undefined || after.least !== undefined) return { ...figure, high: null };
  if (before.most !== undefined || after.most !== undefined) return { ...figure, low: null };
  return figure;
}

/** `74.8% and 75.5%, respectively, plus or minus 50 basis points`: the spread is that of both. */
function listStart(text: string, figures: readonly StatedFigure[], first: Atom, spread: string): number {
  const last = figures.at(-1);
  if (last === undefined || !/\brespectively\b/.test(spread)) return figures.length;
  return /^,? and (?:approximately |about )?$/.test(text.slice(last.end, first.start))
    ? figures.length - 1
    : figures.length;
}

/** A spread in percent of an amount is relative: `$28 billion, plus or minus 2%`. */
function widen(figure: StatedFigure, { value, unit }: Atom): void {
  const middle = figure.low ?? figure.high ?? 0;
  const isRate = figure.unit === 'percent' || figure.unit === 'points';
  const width = unit === 'percent' && !isRate ? (Math.abs(middle) * value) / 100 : value;
  figure.low = exact(middle - width);
  figure.high = exact(middle + width);
}

/** Removes the error of floating-point products: 21.7 × 1e6 is not exact. */
function exact(number: number): number {
  return Number(number.toPrecision(12));
}

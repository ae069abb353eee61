import { currencyIn } from './read-figure.ts';
import { remember } from './remember.ts';

/** What a caption or heading states of the figures below it. */
export interface StatedUnits {
  /** 1000 for `in thousands`; null if none is stated. */
  scale: number | null;
  /** ISO 4217. */
  currency: string | null;
  /** Scale of numbers of shares if it differs: 1 for `in millions, except share data`. */
  shareScale: number | null;
  /** Things whose figures are in whole units: `except number of employees`. */
  exceptions: string[];
  /** Whether figures without a sign are percentages. */
  isPercent: boolean;
  isBasisPoints: boolean;
  isPerShare: boolean;
  isShares: boolean;
}

export const NO_UNITS: StatedUnits = {
  scale: null,
  currency: null,
  shareScale: null,
  exceptions: [],
  isPercent: false,
  isBasisPoints: false,
  isPerShare: false,
  isShares: false,
};

const SCALES: Record<string, number> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };
const SCALE = /\b(hundred|thousand|million|billion|trillion)s\b/i;
/** `thousand barrels per day`: a unit of its own, not of money. */
const SCALED_THING =
  /\b(thousand|million|billion)s? (?:of )?(?:cubic|barrels?|tons?|tonnes|metric|oil|gallons?|units|shares|square|ounces|pounds|kilo|megawatt|British)/i;
const ZEROS = /[$€£¥]?\s?\(?0?00['’]?s\b\)?|\(\s?[$€£¥]?\s?000\s?\)|[$€£¥]\s?['’‘]?000\b/i;
/** `百万円`, `千元`, `백만원`: a unit of money with its factor. */
const EAST_ASIAN_UNIT = /(千|百万|百萬|万|萬|億|亿|천|백만|억)\s?(円|元|원)/;
const EAST_ASIAN_SCALES: Record<string, number> = {
  ...{ 千: 1e3, 천: 1e3, 万: 1e4, 萬: 1e4, 百万: 1e6, 百萬: 1e6, 백만: 1e6, 億: 1e8, 亿: 1e8, 억: 1e8 },
};
const MILLIONS_SIGN = /[$€£¥]\s?(MM|M|mn|mil|bn|B|K)\b/;
const SIGN_SCALES: Record<string, number> = { MM: 1e6, M: 1e6, mn: 1e6, mil: 1e6, bn: 1e9, B: 1e9, K: 1e3 };
/** What the oil industry writes for thousands (M) and millions (MM) of its units. */
const OIL_UNIT = /^(MM|M)(?:BOED?|BBLS?|BPD|BD|BOE\/D|CFD?|CF\/D|TPA|BTU)\b/;
/** Words that make a text one about units. */
const UNIT_PHRASE =
  /\b(?:in|of|are)\s+(?:[\w.$€£¥’']+\s+){0,4}?(?:thousands|millions|billions|trillions|hundreds)\b|\b(?:thousands|millions|billions|trillions)\s+(?:of\b|except\b|,)|^\W*(?:\w+\.?\s)?(?:dollars|amounts|u\.s\.|us\s?\$|euros?|rmb|[$€£¥])?\s?\(?(?:in\s)?(?:thousands|millions|billions)\b/i;
const EXCEPT = /\b(?:except(?:ing)?(?: for| as)?|other than|excluding|but)\b(.*)$/i;
const WORD_CURRENCIES: readonly [RegExp, string][] = [
  [/\bCanadian dollars?\b/i, 'CAD'],
  [/\bAustralian dollars?\b/i, 'AUD'],
  [/\bHong Kong dollars?\b/i, 'HKD'],
  [/\bNew Taiwan dollars?\b/i, 'TWD'],
  [/\b(?:renminbi|RMB|yuan)\b/i, 'CNY'],
  [/円/, 'JPY'],
  [/원/, 'KRW'],
  [/\b(?:euros?|EUR)\b/i, 'EUR'],
  [/\b(?:pounds? sterling|GBP|sterling)\b/i, 'GBP'],
  [/\b(?:Japanese )?yen\b|\bJPY\b/i, 'JPY'],
  [/\bSwiss francs?\b|\bCHF\b/i, 'CHF'],
  [/\b(?:Korean )?won\b|\bKRW\b/i, 'KRW'],
  [/\brupees?\b|\bINR\b/i, 'INR'],
  [/\b(?:U\.?S\.? )?dollars?\b|\bUSD\b/i, 'USD'],
];
const PERCENT_HEAD = /%|\bper ?cent(?:age)?s?\b|\byields?\b|^\W*rates?\W*$|\/\s?rates?\b|\bmargin %/i;
const SHARES_HEAD =
  /^(?:common |ordinary )?shares\b|^(?:total |maximum |approximate )*(?:number|no\.?) of (?:\S+ ){0,5}?(?:shares|options|units|awards|rsus|psus)\b/i;
const PER_SHARE_HEAD = /\bper (?:\w+ )?(?:share|unit|ads)\b|\bEPS\b|\$\s?\/\s?share/i;
/** Longer texts are prose. */
const MAX_CHARS = 320;

/** The units that a line above a table, a heading or a cell of units states; null if it states no unit. */
export const readUnits = remember((text): StatedUnits | null => {
  if (text.length > MAX_CHARS) return null;
  const head = text.replace(EXCEPT, '');
  const exempted = EXCEPT.exec(text)?.[1] ?? '';
  const units: StatedUnits = {
    ...NO_UNITS,
    scale: scaleOf(head),
    currency: WORD_CURRENCIES.find(([pattern]) => pattern.test(head))?.[1] ?? currencyIn(head),
    shareScale: shareScaleOf(text, exempted),
    exceptions: exceptionsIn(exempted),
  };
  const isStated = units.scale !== null || units.currency !== null || units.shareScale !== null;
  return isStated ? units : null;
});

/** The units of a column by one of its headings. */
export const readHeadingUnits = remember((text): StatedUnits => {
  return {
    ...(readUnits(text) ?? NO_UNITS),
    isBasisPoints: /\b(?:basis points?|bps)\b/i.test(text),
    isPercent: PERCENT_HEAD.test(text) && !/\bcoupon\b/i.test(text),
    isPerShare: PER_SHARE_HEAD.test(text),
    isShares: SHARES_HEAD.test(text.replace(/^\W+/, '')) && !/\b(?:price|value|average)\b/i.test(text),
  };
});

function scaleOf(text: string): number | null {
  const eastAsian = EAST_ASIAN_UNIT.exec(text)?.[1];
  if (eastAsian !== undefined) return EAST_ASIAN_SCALES[eastAsian] ?? null;
  const sign = MILLIONS_SIGN.exec(text)?.[1];
  if (sign !== undefined) return SIGN_SCALES[sign] ?? null;
  const oil = OIL_UNIT.exec(text)?.[1];
  if (oil !== undefined) return oil === 'MM' ? 1e6 : 1e3;
  const thing = SCALED_THING.exec(text)?.[1];
  if (thing !== undefined) return SCALES[thing.toLowerCase()] ?? null;
  if (UNIT_PHRASE.test(text)) {
    const word = SCALE.exec(text)?.[1]?.toLowerCase();
    if (word !== undefined) return SCALES[word] ?? null;
  }
  return ZEROS.test(text) ? 1e3 : null;
}

function shareScaleOf(text: string, exempted: string): number | null {
  const own =
    /\bshares?\b[^,;()]*?,?\s(?:which (?:are|is) )?(?:reflected |presented |stated |expressed )?in (thousand|million|billion)s/i.exec(
      text,
    );
  const stated = own?.[1]?.toLowerCase();
  if (stated !== undefined) return SCALES[stated] ?? null;
  return /\bshares?\b/i.test(exempted.replace(/\b(?:per|par value per)[- ](?:\w+ )?shares?\b/gi, '')) ? 1 : null;
}

/** Nouns of exceptions that rows may name. */
const EXCEPTION =
  /\b(employees|headcount|stores|restaurants|ratios?|percentages?|rates?|days|units|par value|customers|subscribers|users)\b/gi;

function exceptionsIn(exempted: string): string[] {
  return (exempted.match(EXCEPTION) ?? []).map(word => word.toLowerCase().replace(/s$/, ''));
}

/** `issued at $5.00 per share`: a price in a label is not the unit of its figures. */
const PRICE_IN_LABEL = /(?:[$€£¥]\s?|\bat )[\d.,]+ (?:per|a) (?:\w+ )?(?:share|unit)\b/gi;

/** What a row's label says of its figures. */
export type LabelUnit = 'per_share' | 'shares' | 'ratio' | 'count';

const PER_SHARE =
  /\bper (?:\w+[- ]){0,3}?(?:shares?|units?|ads)\b|\bEPS\b|\b(?:earnings|income|loss|dividends?)(?: \([^)]*\))? (?:a|per) share\b/i;
const SHARES =
  /\bshares?\b(?! (?:price|capital|premium|repurchases?\b|owners|holders|based|of (?:profit|loss|income|earnings|results))|[- ]?holders)/i;
const MONEY_OF_SHARES =
  /\b(?:value|price|cost|amount|proceeds|payments?|repurchases?|purchases? of|issuance|compensation|paid|equity|dividends?|expense|income|loss|balance|taxes|net settlement|excess|par)\b/i;
const RATIO = /\b(?:ratios?|margins?|yields?|rates?|return on|percent(?:age)?|growth|spread)\b|%/i;
/** Things that are counted. Their figures have no currency. */
const COUNTED =
  /\b(?:employees|headcount|memberships?|subscribers?|subscriptions|users|stores|restaurants|warehouses|locations|barrels|ounces|tonn?e?s|gallons|vehicles|deliveries|transactions|wells|branches|offices|aircraft|square feet|financial advisors|net additions)\b|\(k(?:oe)?bd\)|\(koebd\)|\bm?boed?\b/i;

/** The unit that a label states; null if it states none. */
export const unitOfLabel = remember((printed): LabelUnit | null => {
  const label = printed.replace(PRICE_IN_LABEL, ' ');
  if (PER_SHARE.test(label)) return 'per_share';
  if (SHARES.test(label) && !MONEY_OF_SHARES.test(label)) return 'shares';
  if (RATIO.test(label)) return 'ratio';
  return COUNTED.test(label) ? 'count' : null;
});

/** Joins captions; the first to state something has priority. */
export function joinUnits(first: StatedUnits | null, second: StatedUnits | null): StatedUnits | null {
  if (first === null || second === null) return first ?? second;
  return {
    scale: first.scale ?? second.scale,
    currency: first.currency ?? second.currency,
    shareScale: first.shareScale ?? second.shareScale,
    exceptions: [...first.exceptions, ...second.exceptions],
    isPercent: first.isPercent || second.isPercent,
    isBasisPoints: first.isBasisPoints || second.isBasisPoints,
    isPerShare: first.isPerShare || second.isPerShare,
    isShares: first.isShares || second.isShares,
  };
}

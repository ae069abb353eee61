import { readFileSync } from 'node:fs';
import { daysInMonth } from '../../../kernel/dates.ts';
import { HYPHENS, lowerFirstLetters, parseNumberWords } from './number-words.ts';
import { always, matching, type Transformation } from './transformation.ts';

/**
 * places.tsv: `code` is ISO 3166-1 alpha-2 for a country and the postal code for a province or state; `edgar` is the code in
 * EDGAR's list of states and countries ('-' if it has none); `names` are in English, the usual one first, separated by `|`.
 * EDGAR's list: https://www.sec.gov/submit-filings/filer-support-resources/edgar-state-country-codes.
 */
interface Place {
  kind: string;
  code: string;
  edgar: string;
  names: readonly string[];
}

const PLACES = readPlaces(readFileSync(new URL('./places.tsv', import.meta.url), 'utf8'));
const COUNTRIES = PLACES.filter(({ kind }) => kind === 'country');
const PROVINCES = PLACES.filter(({ kind }) => kind === 'province');
const STATES = PLACES.filter(({ kind }) => kind === 'state');

/** ISO 3166-1 alpha-2 code by {@link placeKey}. */
const COUNTRY_CODES: ReadonlyMap<string, string> = byName(COUNTRIES, place => place.code);

/** Code in EDGAR's list of states and countries by {@link placeKey}, for countries and the provinces of Canada. */
const EDGAR_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(COUNTRIES, place => place.edgar),
  ...byName(PROVINCES, place => place.edgar),
  ...byName(PROVINCES, place => place.edgar, ', Canada'),
]);

/** Postal code of states and provinces by {@link placeKey}. */
const STATE_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(STATES, place => place.code),
  ...byName(PROVINCES, place => place.code),
]);

const NUMBER = '(?<sign>[+-]?)(?<whole>[0-9]{0,20})(?:\\.(?<fraction>[0-9]{0,20}))?';

/** A month has 30.4375 days, as an average of four years. */
const DAYS_PER_MONTH: Fraction = [487n, 16n];

type Fraction = readonly [numerator: bigint, denominator: bigint];

interface DurationUnit {
  /** Designator in an xs:duration, `H` after a `T`. */
  suffix: 'Y' | 'M' | 'D' | 'H';
  /** How many there are in one of the unit before; for the first, in one of the function's unit. */
  perUnit: Fraction;
}

const ONE: Fraction = [1n, 1n];

/** Converts a decimal number of a unit of time to a duration in whole units, of which all after the first are optional. */
function durationIn(...units: readonly DurationUnit[]): Transformation {
  return matching(new RegExp(NUMBER), ({ sign = '', whole = '', fraction = '' }) => {
    if (whole === '' && fraction === '') return null;
    const counts = wholeUnits(BigInt(`${whole}${fraction}`), 10n ** BigInt(fraction.length), units);
    const parts = counts.map((count, index) => {
      if (index > 0 && count === 0n) return '';
      const { suffix } = units[index] ?? { suffix: '' };
      return `${suffix === 'H' ? 'T' : ''}${count}${suffix}`;
    });
    const isNegative = sign === '-' && counts.some(count => count > 0n);
    return `${isNegative ? '-' : ''}P${parts.join('')}`;
  });
}

/** Splits a number into whole units, from the largest to the smallest; what is less than the smallest is cut off. */
function wholeUnits(numerator: bigint, denominator: bigint, units: readonly DurationUnit[]): bigint[] {
  let rest = numerator;
  let parts = denominator;
  return units.map(({ perUnit: [times, over] }) => {
    rest *= times;
    parts *= over;
    const count = rest / parts;
    rest %= parts;
    return count;
  });
}

/** `nine years, 2 months`, in words or digits. A unit of which there is "no" or "zero" is left out. */
function durationInWords(text: string): string | null {
  if (text.length > 200) return null;
  const plain = lowerFirstLetters(text).replace(HYPHENS, ' ').replace(/\s+/g, ' ');
  const part = (unit: string): string => `(?:(?<${unit}>[a-z0-9][a-z0-9 ]*?) ${unit}s?)?`;
  const join = '(?:,? (?:and )?)?';
  const match = new RegExp(`^(?=[a-z0-9])${part('year')}${join}${part('month')}${join}${part('day')}$`).exec(plain);
  if (match === null) return null;
  let duration = '';
  for (const unit of ['year', 'month', 'day']) {
    const words = match.groups?.[unit];
    if (words === undefined) continue;
    const isInDigits = /^[0-9]{1,4}$/.test(words);
    const count = isInDigits ? BigInt(words) : parseNumberWords(words);
    if (count === null) return null;
    if (isInDigits || count > 0n) duration += `${count}${unit.charAt(0).toUpperCase()}`;
  }
  return `P${duration === '' ? '0D' : duration}`;
}

const QUARTERS: Readonly<Record<string, number>> = {
  '1': 1,
  first: 1,
  '2': 2,
  second: 2,
  '3': 3,
  third: 3,
  '4': 4,
  fourth: 4,
  last: 4,
};

const QUARTER = '(?<quarter>[1-4]|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ll]ast)';

/** A quarter before its year (`the fourth quarter of 2024`, `Q4 2024`) or after it (`2024 Q4`), by the registry's patterns. */
const QUARTER_ENDS = [
  `(?:(?![0-9]{2})[\\p{L}\\p{N}_][^0-9]*)?${QUARTER}[^0-9]*(?<year>[0-9]{4})`,
  `(?<year>[0-9]{4})[^0-9]*${QUARTER}(?:(?![0-9]).*[\\p{L}\\p{N}_]+)?`,
].map(pattern => matching(new RegExp(pattern, 'u'), quarterEnd));

function quarterEnd({ quarter = '', year = '' }: Readonly<Record<string, string | undefined>>): string | null {
  const number = QUARTERS[quarter.toLowerCase()];
  if (number === undefined || year === '0000') return null;
  return `${year}-${String(number * 3).padStart(2, '0')}-${daysInMonth(Number(year), number * 3)}`;
}

const CHECKED = { bool: 'true', yesNo: 'Yes' };
const BALLOT_BOXES = new Map([
  ['☐', { bool: 'false', yesNo: 'No' }],
  ['☑', CHECKED],
  ['☒', CHECKED],
]);

const FILER_CATEGORIES = ['Large Accelerated Filer', 'Accelerated Filer', 'Non-accelerated Filer'];

/** Names of exchanges in lower case without "The", "Inc." and "LLC". Acronyms may have any case. */
const EXCHANGES: Readonly<Record<string, string>> = {
  'box exchange': 'BOX',
  'cboe byx exchange': 'CboeBYX',
  'cboe bzx exchange': 'CboeBZX',
  'cboe c2 exchange': 'C2',
  'cboe edga exchange': 'CboeEDGA',
  'cboe edgx exchange': 'CboeEDGX',
  'cboe exchange': 'CBOE',
  'chicago stock exchange': 'CHX',
  'nyse chicago': 'CHX',
  'investors exchange': 'IEX',
  'long-term stock exchange': 'LTSE',
  'miami international securities exchange': 'MIAX',
  'miax emerald': 'EMERALD',
  'miax pearl': 'PEARL',
  memx: 'MEMX',
  nasdaq: 'NASDAQ',
  'nasdaq stock market': 'NASDAQ',
  'nasdaq capital market': 'NASDAQ',
  'nasdaq global market': 'NASDAQ',
  'nasdaq global select market': 'NASDAQ',
  'nasdaq bx': 'BX',
  'nasdaq gemx': 'GEMX',
  'nasdaq ise': 'ISE',
  'nasdaq mrx': 'MRX',
  'nasdaq phlx': 'Phlx',
  'new york stock exchange': 'NYSE',
  nyse: 'NYSE',
  'nyse american': 'NYSEAMER',
  'nyse arca': 'NYSEArca',
  'nyse national': 'NYSENAT',
};
const ACRONYMS = /\b(?:box|byx|bzx|edga|edgx|nasdaq|bx|gemx|ise|mrx|phlx|nyse|miax|memx|pearl|emerald|llc)\b/gi;

function exchangeCode(text: string): string | null {
  const name = lowerInitials(text.replace(ACRONYMS, acronym => acronym.toLowerCase()))
    .replace(/\s+/g, ' ')
    .replace(/^the /, '')
    .replace(/,? (?:inc\.?|llc)$/, '');
  return text.endsWith('\u00A0') ? null : (EXCHANGES[name] ?? null);
}

/** The registry accepts a capital as the first letter of a word only. */
function lowerInitials(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{Lu}/gu, initial => initial.toLowerCase());
}

function placeIn(codes: ReadonlyMap<string, string>): Transformation {
  return text => (/^\u00A0|\u00A0$/.test(text) ? null : (codes.get(placeKey(text)) ?? null));
}

/** The SEC's registry (EDGAR Filer Manual, ixt-sec 2015-08-31). */
export const SEC: Record<string, Transformation> = {
  boolballotbox: text => BALLOT_BOXES.get(text)?.bool ?? null,
  countrynameen: placeIn(COUNTRY_CODES),
  datequarterend: text => QUARTER_ENDS.map(read => read(text)).find(date => date !== null) ?? null,
  durday: durationIn({ suffix: 'D', perUnit: ONE }, { suffix: 'H', perUnit: [24n, 1n] }),
  durhour: durationIn({ suffix: 'H', perUnit: ONE }),
  durmonth: durationIn({ suffix: 'M', perUnit: ONE }, { suffix: 'D', perUnit: DAYS_PER_MONTH }),
  durweek: durationIn({ suffix: 'D', perUnit: [7n, 1n] }),
  durwordsen: durationInWords,
  duryear: durationIn(
    { suffix: 'Y', perUnit: ONE },
    { suffix: 'M', perUnit: [12n, 1n] },
    { suffix: 'D', perUnit: DAYS_PER_MONTH },
  ),
  edgarprovcountryen: placeIn(EDGAR_CODES),
  entityfilercategoryen: text => {
    const key = lowerInitials(text.replace(/\s+/g, ' ').replace(/(?<=^[Nn]on)[^\p{L}\p{N}_]+/u, ' '));
    return FILER_CATEGORIES.find(category => category.toLowerCase().replace('-', ' ') === key) ?? null;
  },
  exchnameen: exchangeCode,
  numinf: always('INF'),
  numnan: always('NaN'),
  numneginf: always('-INF'),
  numwordsen: text =>
    /^\u00A0|\u00A0$/.test(text) || text.length > 1_000 ? null : (parseNumberWords(text)?.toString() ?? null),
  stateprovnameen: placeIn(STATE_CODES),
  yesnoballotbox: text => BALLOT_BOXES.get(text)?.yesNo ?? null,
};

/** A place name with the first letter of each word in lower case. Other capitals stay: the registry distinguishes them. */
function placeKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/’/g, "'")
    .replace(/,(?= )/g, '')
    .replace(/(?<![\p{L}'.])\p{Lu}/gu, initial => initial.toLowerCase());
}

function byName(places: readonly Place[], codeOf: (place: Place) => string, suffix = ''): Map<string, string> {
  const codes = new Map<string, string>();
  for (const place of places) {
    const code = codeOf(place);
    if (code === '-') continue;
    for (const name of place.names) codes.set(placeKey(name + suffix), code);
  }
  return codes;
}

function readPlaces(text: string): Place[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [kind = '', code = '', edgar = '', names = ''] = line.split('\t');
    return { kind, code, edgar, names: names.split('|') };
  });
}

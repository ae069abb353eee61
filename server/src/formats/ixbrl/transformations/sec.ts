import { daysInMonth } from '../../../kernel/dates.ts';
import { HYPHENS, parseNumberWords } from './number-words.ts';
import { COUNTRY_CODES, EDGAR_CODES, placeKey, STATE_CODES } from './places.ts';
import { always, matching, type Transformation } from './transformation.ts';

const NUMBER = '(?<sign>[+-]?)(?<whole>[0-9]{0,20})(?:\\.(?<fraction>[0-9]{0,20}))?';

/**
 * Converts a decimal number of a unit of time to a duration in whole smaller units. Fractions of a day are not guessed.
 */
function durationIn(parts: (share: Share) => string): Transformation {
  return matching(new RegExp(NUMBER), ({ sign = '', whole = '', fraction = '' }) => {
    if (whole === '' && fraction === '') return null;
    const share = new Share(BigInt(`${whole}${fraction}` || '0'), 10n ** BigInt(fraction.length));
    return `${sign === '-' ? '-' : ''}P${parts(share)}`;
  });
}

/** An exact fraction from which whole units are taken. */
class Share {
  #numerator: bigint;
  readonly #denominator: bigint;

  constructor(numerator: bigint, denominator: bigint) {
    this.#numerator = numerator;
    this.#denominator = denominator;
  }

  /** Takes the whole units, `perUnit` to each one before; keeps the rest. */
  take(perUnit: bigint): bigint {
    const scaled = this.#numerator * perUnit;
    this.#numerator = scaled % this.#denominator;
    return scaled / this.#denominator;
  }
}

function yearsMonthsDays(share: Share): string {
  const [years, months, days] = [share.take(1n), share.take(12n), share.take(30n)];
  return `${years}Y${months > 0n || days > 0n ? `${months}M` : ''}${days > 0n ? `${days}D` : ''}`;
}

function monthsDays(share: Share): string {
  const [months, days] = [share.take(1n), share.take(30n)];
  return `${months}M${days > 0n ? `${days}D` : ''}`;
}

function daysHours(share: Share): string {
  const [days, hours] = [share.take(1n), share.take(24n)];
  return `${days}D${hours > 0n ? `T${hours}H` : ''}`;
}

function hoursMinutes(share: Share): string {
  const [hours, minutes] = [share.take(1n), share.take(60n)];
  return `T${hours}H${minutes > 0n ? `${minutes}M` : ''}`;
}

/** `nine years, 2 months`, in words or digits. */
function durationInWords(text: string): string | null {
  if (text.length > 200) return null;
  const plain = text
    .toLowerCase()
    .replace(HYPHENS, ' ')
    .replace(/[ \u00A0\t\r\n]+/g, ' ');
  const part = (unit: string): string => `(?:(?<${unit}>[a-z0-9 ]+?) ${unit}s?)?`;
  const join = '(?:,? ?(?:and )?)';
  const match = new RegExp(`^${part('year')}${join}${part('month')}${join}${part('day')}$`).exec(plain);
  if (match === null) return null;
  let duration = '';
  for (const unit of ['year', 'month', 'day']) {
    const words = match.groups?.[unit];
    if (words === undefined) continue;
    const count = /^[0-9]+$/.test(words) ? BigInt(words) : parseNumberWords(words);
    if (count === null) return null;
    duration += `${count}${unit.charAt(0).toUpperCase()}`;
  }
  return duration === '' ? null : `P${duration}`;
}

const QUARTERS: Record<string, number> = Object.fromEntries(
  ['q1 1st first', 'q2 2nd second', 'q3 3rd third', 'q4 4th fourth last'].flatMap((names, index) =>
    names.split(' ').map(name => [name, index + 1]),
  ),
);

const QUARTER = '(?<quarter>q[1-4]|(?:1st|2nd|3rd|4th|first|second|third|fourth|last) quarter)';

function quarterEnd({ quarter = '', year = '' }: Readonly<Record<string, string | undefined>>): string | null {
  const number = QUARTERS[quarter.toLowerCase().replace(/[ \u00A0]+quarter$/, '')];
  if (number === undefined) return null;
  return `${year}-${String(number * 3).padStart(2, '0')}-${daysInMonth(Number(year), number * 3)}`;
}

function quarterFirst(): Transformation {
  const blank = '[ \\u00A0]+';
  const quarter = QUARTER.replaceAll(' ', blank);
  const end = `(?:[ \\u00A0-]+end)?`;
  const quarterThenYear = matching(
    new RegExp(`(?:the${blank})?${quarter}${end}[ \\u00A0,'’]+(?:of${blank})?(?<year>[0-9]{4})`, 'i'),
    quarterEnd,
  );
  const yearThenQuarter = matching(
    new RegExp(`(?<year>[0-9]{4})[ \\u00A0,'’]+(?:the${blank})?${quarter}${end}`, 'i'),
    quarterEnd,
  );
  return text => quarterThenYear(text) ?? yearThenQuarter(text);
}

const CHECKED = { bool: 'true', yesNo: 'Yes' };
const BALLOT_BOXES = new Map([
  ['☐', { bool: 'false', yesNo: 'No' }],
  ['☑', CHECKED],
  ['☒', CHECKED],
]);

const FILER_CATEGORIES = ['Large Accelerated Filer', 'Accelerated Filer', 'Non-accelerated Filer'];

/** Names of exchanges in lower case without "The", "Inc." and "LLC". */
const EXCHANGES: Record<string, string> = {
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

function exchangeCode(text: string): string | null {
  const name = text
    .toLowerCase()
    .replace(/[ \u00A0]+/g, ' ')
    .replace(/^the /, '')
    .replace(/,? (?:inc\.?|llc)$/, '');
  return text.endsWith('\u00A0') ? null : (EXCHANGES[name] ?? null);
}

function placeIn(codes: ReadonlyMap<string, string>): Transformation {
  return text => (/^\u00A0|\u00A0$/.test(text) ? null : (codes.get(placeKey(text)) ?? null));
}

/** The SEC's registry (EDGAR Filer Manual, ixt-sec 2015-08-31). */
export const SEC: Record<string, Transformation> = {
  boolballotbox: text => BALLOT_BOXES.get(text)?.bool ?? null,
  countrynameen: placeIn(COUNTRY_CODES),
  datequarterend: quarterFirst(),
  durday: durationIn(daysHours),
  durhour: durationIn(hoursMinutes),
  durmonth: durationIn(monthsDays),
  durweek: durationIn(share => `${share.take(7n)}D`),
  durwordsen: durationInWords,
  duryear: durationIn(yearsMonthsDays),
  edgarprovcountryen: placeIn(EDGAR_CODES),
  entityfilercategoryen: text => {
    const key = text.toLowerCase().replace(/[ \u00A0-]+/g, ' ');
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

/** A security of the registry: its code and its short name in capitals. */
export interface Security {
  /** Five digits: `00700`. */
  code: string;
  name: string;
}

/** A security with the further counters in which the same shares trade. */
export interface CounteredSecurity extends Security {
  counters: Security[];
}

/** Five digits from `700` or `00700`; null if the text is not a stock code. */
export function stockCode(text: string): string | null {
  const digits = /^\s*(\d{1,5})\s*$/.exec(text)?.[1];
  return digits === undefined || /^0+$/.test(digits) ? null : digits.padStart(5, '0');
}

/** `hkex:00700`, the canonical key of an issuer that is listed here. */
export function canonicalKeyOfStock(code: string): string {
  return `hkex:${code}`;
}

/**
 * Ranges of codes of products, not companies, in the exchange's stock code allocation plan: debt securities, warrants
 * and inline warrants, callable bull/bear contracts, and mainland shares held through Stock Connect.
 */
const PRODUCT_RANGES: readonly (readonly [number, number])[] = [
  [4_000, 4_329],
  [4_400, 4_599],
  [4_700, 4_799],
  [5_000, 6_029],
  [6_750, 6_799],
  [10_000, 29_999],
  [40_000, 40_999],
  [47_000, 48_999],
  [49_500, 79_999],
  [84_300, 84_599],
  [85_000, 86_029],
  [86_600, 86_799],
  [90_000, 99_999],
];

/** False for codes of products: see {@link PRODUCT_RANGES}. */
export function isIssuersCode(code: string): boolean {
  const number = Number(code);
  return !PRODUCT_RANGES.some(([first, last]) => number >= first && number <= last);
}

/** The board, by the code: the growth enterprise market has 08001 to 08999. */
export function boardOf(code: string): 'Main Board' | 'GEM' {
  return /^08\d{3}$/.test(code) ? 'GEM' : 'Main Board';
}

/**
 * Folds renminbi counters into the shares that they are a counter of: 8 and the last four digits of the code, the name
 * with `-R` (`TENCENT-R`; after a class mark `R` alone, `XIAOMI-WR`). A code without such a name stays separate:
 * 87001 is no counter of 07001.
 */
export function foldCounters(securities: readonly Security[]): CounteredSecurity[] {
  const byCode = new Map(securities.map(security => [security.code, security]));
  const counters = new Map<string, Security[]>();
  for (const one of byCode.values()) {
    const base = one.code.startsWith('8') ? byCode.get(`0${one.code.slice(1)}`) : undefined;
    if (base !== undefined && isCounterName(base.name, one.name)) counters.set(base.code, [one]);
  }
  const folded = new Set([...counters.values()].flat().map(counter => counter.code));
  return [...byCode.values()]
    .filter(security => !folded.has(security.code))
    .map(security => ({ ...security, counters: counters.get(security.code) ?? [] }));
}

/** `CHINAAMC CSI 300 INDEX ETF -HKD TRADED UNITS` and `… -RMB TRADED UNITS` are one fund's. */
const COUNTER_MARK = /\s*-\s*(?:HKD|RMB) (?:COUNTER|TRADED (?:SHARES|UNITS))$/;

function isCounterName(base: string, counter: string): boolean {
  const [plain = '', marked = ''] = [base, counter].map(foldName);
  if (plain === '') return false;
  const isMarked = marked === `${plain}-R` || marked === `${plain}R`;
  return (
    isMarked || (COUNTER_MARK.test(marked) && marked.replace(COUNTER_MARK, '') === plain.replace(COUNTER_MARK, ''))
  );
}

function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim();
}

import { readFileSync } from 'node:fs';
import { tickerKey } from '../ids.ts';

/**
 * Codes of markets and exchanges around a ticker. Codes of an `exchange` stand on either side (`NASDAQ:AAPL`, `600519.XSHG`),
 * those of a `country` too (`US:AAPL`, `7203-JP`); those after a `dot` are of Reuters (`7203.T`), those after a `space` of
 * Bloomberg (`9984 JP`).
 */
const MARKET_OF_CODE = readNotations(readFileSync(new URL('./ticker-notations.tsv', import.meta.url), 'utf8'));

type Place = 'exchange' | 'country' | 'dot' | 'space';

function readNotations(text: string): ReadonlyMap<string, string> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.flatMap(line => {
      const [place = '', marketId = '', codes = ''] = line.split('\t');
      return codes.split(' ').map(code => [`${place} ${code}`, marketId] as const);
    }),
  );
}

function marketOf(code: string, places: readonly Place[]): string | undefined {
  const place = places.find(one => MARKET_OF_CODE.has(`${one} ${code}`));
  return place === undefined ? undefined : MARKET_OF_CODE.get(`${place} ${code}`);
}

const PREFIX = /^([A-Z\d]+)( ?: ?|[.@/_-])(.+)$/;
const SUFFIX = /^(.+?)( ?: ?|[ ./_@-])([A-Z\d]+)$/;
/** `SH600519`, `SH.600519`, `HK00700` and `TW2330`: the market before a code of digits. */
const CODE_OF_DIGITS = /^([A-Z]{2})[ .-]?(\d{3,6})$/;
/** `A005930` of Korean vendors. */
const KOREAN_CODE = /^A(\d{6})$/;
/** `AAPL (NASDAQ)`, `7203 (東証)` once its label is a code. */
const EXCHANGE_IN_BRACKETS = /^(.+?) ?\(([A-Z\d]+)\)$/;
const IN_BRACKETS = /^[([{【〈《「<](.+)[)\]}】〉》」>]$/;
const LETTERS_AND_DIGITS = /^[A-Z\d]+$/;
/** Words behind a ticker: terminals append `Equity`, people `stock`. */
const WORDS_BEHIND = / (?:EQUITY|STOCK|SHARES?|COMMON STOCK|(?:STOCK|SHARE) PRICE|TICKER)$/;

/** Without the sign of a cashtag (`$AAPL`), brackets around it, words behind it, and the word before its class (`MOG class A`). */
function plainTicker(ticker: string): string {
  if (LETTERS_AND_DIGITS.test(ticker)) return ticker;
  const plain = ticker.normalize('NFKC').trim().toUpperCase().replace(/\s+/g, ' ');
  return (IN_BRACKETS.exec(plain)?.[1] ?? plain)
    .trim()
    .replace(/^[$#](?=[A-Z\d])/, '')
    .replace(WORDS_BEHIND, '')
    .replace(/(?<=^[A-Z]+) (?:CL|CLASS) (?=[A-Z]$)/, '-')
    .replace(EXCHANGE_IN_BRACKETS, (all, own: string, code: string) =>
      marketOf(code, ['exchange', 'country']) === undefined ? all : `${code}:${own}`,
    );
}

/** Whose companies have codes of digits. */
const MARKETS_OF_DIGITS = new Set(['cn', 'hk', 'jp', 'kr', 'tw']);
const PLACES_OF_SEPARATOR: Readonly<Record<string, readonly Place[]>> = {
  ' ': ['space', 'dot', 'country'],
  ':': ['space', 'country', 'exchange', 'dot'],
  '.': ['dot', 'country', 'exchange'],
};
const PLACES_BEHIND: readonly Place[] = ['country', 'dot', 'exchange'];

/**
 * Splits `600519.SH`, `600519 CH`, `SHA:600519` or `SH600519` into the ticker 600519 and the market cn. Null if the ticker
 * names no known market.
 */
export function namedTicker(ticker: string): { ticker: string; marketId: string } | null {
  const plain = plainTicker(ticker);
  const [, code = '', between = '', prefixed = ''] = PREFIX.exec(plain) ?? [];
  const [, before = '', separator = '', after = ''] = SUFFIX.exec(plain) ?? [];
  const isColon = between.trim() === ':';
  const ofPrefix = marketOf(code, isColon ? ['exchange', 'country'] : ['exchange']);
  const ofSuffix = marketOf(after, PLACES_OF_SEPARATOR[separator.trim() || separator] ?? PLACES_BEHIND);
  const ofLooserPrefix = code.length > 1 && /[:.]/.test(between) ? marketOf(code, ['country', 'dot']) : undefined;
  const [, market = '', digits = ''] = CODE_OF_DIGITS.exec(plain) ?? [];
  const ofDigits = marketOf(market, ['dot', 'country']);
  const readings: [ticker: string | undefined, marketId: string | undefined][] = [
    [prefixed, ofPrefix],
    [before, ofSuffix],
    [prefixed, ofLooserPrefix],
    [digits, ofDigits !== undefined && MARKETS_OF_DIGITS.has(ofDigits) ? ofDigits : undefined],
    [KOREAN_CODE.exec(plain)?.[1], 'kr'],
  ];
  for (const [own, marketId] of readings) {
    const key = tickerKey(own ?? '');
    if (/^[^-]/.test(key) && marketId !== undefined) return { ticker: withoutVendorLetter(key, marketId), marketId };
  }
  return null;
}

/** `KRX:A005930` as `005930`. */
function withoutVendorLetter(key: string, marketId: string): string {
  return (marketId === 'kr' ? KOREAN_CODE.exec(key)?.[1] : undefined) ?? key;
}

/** `NYSE TGS` and `7203 TYO`: a ticker and the code of an exchange, which could also be words of a name. */
export function tickerBesideExchange(ticker: string): { ticker: string; marketId: string } | null {
  const [, first = '', second = ''] = /^(\S+) (\S+)$/.exec(plainTicker(ticker)) ?? [];
  for (const [code, own] of [
    [first, second],
    [second, first],
  ] as const) {
    const marketId = marketOf(code, ['exchange']);
    if (marketId !== undefined) return { ticker: tickerKey(own), marketId };
  }
  return null;
}

/** Keys under which the listing of a ticker may be stored. Without a market, only the ticker itself. */
export function tickerKeys(ticker: string, marketId: string | undefined): string[] {
  if (marketId === undefined) return [tickerKey(plainTicker(ticker))];
  const named = namedTicker(ticker);
  const key = tickerKey(plainTicker(ticker));
  const bare = named !== null && named.marketId === marketId ? named.ticker : key;
  if (marketId === 'hk') return hongKongCodes(bare);
  return [...new Set([key, bare, ...(marketId === 'jp' ? japaneseCodes(bare) : [])])];
}

/** Ordinary shares of Japan are also written with the digit of their class: `72030`. */
function japaneseCodes(key: string): string[] {
  return /^\d[\dA-Z]\d[\dA-Z]0$/.test(key) ? [key.slice(0, -1)] : [];
}

/** Hong Kong stock codes are written with and without leading zeros; listings keep the source's spelling. */
function hongKongCodes(key: string): string[] {
  const digits = key.replace(/^0+(?=\d)/, '');
  return [...new Set([digits, digits.padStart(4, '0'), digits.padStart(5, '0')])];
}

import { readFileSync } from 'node:fs';
import { tickerKey } from '../ids.ts';

/** Codes of markets and exchanges around a ticker: `AAPL.US` (dot), `AAPL US` (space), `NASDAQ:AAPL` (prefix). */
const MARKET_OF_CODE = readNotations(readFileSync(new URL('./ticker-notations.tsv', import.meta.url), 'utf8'));

function readNotations(text: string): ReadonlyMap<string, string> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.flatMap(line => {
      const [place = '', marketId = '', codes = ''] = line.split('\t');
      return codes.split(' ').map(code => [`${place} ${code}`, marketId] as const);
    }),
  );
}

const PREFIX = /^([A-Z\d]+) ?: ?(.+)$/;
const SUFFIX = /^(.+)([ ./_-])([A-Z\d]+)$/;
/** `SH600519`, `SH.600519` and `HK00700` of Chinese and `A005930` of Korean vendors: the market before the code. */
const CHINESE_CODE = /^(?:SH|SZ|BJ)[ .-]?(\d{6})$/;
const HONG_KONG_CODE = /^HK[ .-]?(\d{4,5})$/;
const KOREAN_CODE = /^A(\d{6})$/;

/** Without the sign of a cashtag (`$AAPL`) and the word that terminals append to shares (`AAPL US Equity`). */
function plainTicker(ticker: string): string {
  return ticker
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^\$(?=[A-Z\d])/, '')
    .replace(/(?<=.) EQUITY$/, '');
}

/**
 * Splits `600519.SH`, `600519 CH`, `SHA:600519` or `SH600519` into the ticker 600519 and the market cn. Null if the ticker
 * names no known market.
 */
export function namedTicker(ticker: string): { ticker: string; marketId: string } | null {
  const plain = plainTicker(ticker);
  const [, code = '', prefixed = ''] = PREFIX.exec(plain) ?? [];
  const [, before = '', separator = '', after = ''] = SUFFIX.exec(plain) ?? [];
  const chinese = CHINESE_CODE.exec(plain)?.[1];
  const hongKong = HONG_KONG_CODE.exec(plain)?.[1];
  const korean = KOREAN_CODE.exec(plain)?.[1];
  const ofSuffix =
    (separator === ' ' ? MARKET_OF_CODE.get(`space ${after}`) : undefined) ?? MARKET_OF_CODE.get(`dot ${after}`);
  const readings: [ticker: string | undefined, marketId: string | undefined][] = [
    [prefixed, MARKET_OF_CODE.get(`prefix ${code}`)],
    [before, ofSuffix],
    [chinese, 'cn'],
    [hongKong, 'hk'],
    [korean, 'kr'],
  ];
  for (const [own, marketId] of readings) {
    const key = tickerKey(own ?? '');
    if (/^[^-]/.test(key) && marketId !== undefined) return { ticker: key, marketId };
  }
  return null;
}

/** Keys under which the listing of a ticker may be stored. Without a market, only the ticker itself. */
export function tickerKeys(ticker: string, marketId: string | undefined): string[] {
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

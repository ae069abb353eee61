import { tickerKey } from '../ids.ts';

/** Market by the suffix that price vendors append to a ticker. */
const MARKET_OF_SUFFIX: Readonly<Record<string, string>> = {
  ...{ SH: 'cn', SS: 'cn', SZ: 'cn', BJ: 'cn', HK: 'hk', T: 'jp', KS: 'kr', KQ: 'kr', L: 'uk', SA: 'br' },
  ...{ PA: 'eu', AS: 'eu', BR: 'eu', LS: 'eu', DE: 'eu', MI: 'eu', MC: 'eu', VI: 'eu', HE: 'eu', ST: 'eu', CO: 'eu' },
  ...{ OL: 'eu', IR: 'eu', AT: 'eu', WA: 'eu', PR: 'eu' },
};

/** Splits `600519.SH` into the ticker 600519 and the market cn. Null if the ticker has no suffix of a known market. */
export function splitSuffix(ticker: string): { ticker: string; marketId: string } | null {
  const key = tickerKey(ticker);
  const at = key.lastIndexOf('-');
  const marketId = MARKET_OF_SUFFIX[key.slice(at + 1)];
  return at < 1 || marketId === undefined ? null : { ticker: key.slice(0, at), marketId };
}

/** Keys under which the listing of a ticker may be stored. Without a market, only the ticker itself. */
export function tickerKeys(ticker: string, marketId: string | undefined): string[] {
  const named = splitSuffix(ticker);
  const key = tickerKey(ticker);
  const bare = named !== null && named.marketId === marketId ? named.ticker : key;
  if (marketId === 'hk') return hongKongCodes(bare);
  if (marketId === 'cn') return [...new Set([key, bare.replace(/^(?:SH|SZ|BJ)(?=\d)/, '')])];
  return [...new Set([key, bare])];
}

/** Hong Kong stock codes are written with and without leading zeros; listings keep the source's spelling. */
function hongKongCodes(key: string): string[] {
  const digits = key.replace(/^0+(?=\d)/, '');
  return [...new Set([digits, digits.padStart(4, '0'), digits.padStart(5, '0')])];
}

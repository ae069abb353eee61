import { tickerKey } from '../ids.ts';

/** What vendors of prices write behind a ticker, by the market that it means. */
const MARKET_OF_SUFFIX: Readonly<Record<string, string>> = {
  ...{ SH: 'cn', SS: 'cn', SZ: 'cn', BJ: 'cn', HK: 'hk', T: 'jp', KS: 'kr', KQ: 'kr', L: 'uk', SA: 'br' },
  ...{ PA: 'eu', AS: 'eu', BR: 'eu', LS: 'eu', DE: 'eu', MI: 'eu', MC: 'eu', VI: 'eu', HE: 'eu', ST: 'eu', CO: 'eu' },
  ...{ OL: 'eu', IR: 'eu', AT: 'eu', WA: 'eu', PR: 'eu' },
};

/** `600519.SH` as what it means: the ticker 600519 in the market cn. Null where nothing stands behind a ticker that names a market. */
export function splitSuffix(ticker: string): { ticker: string; marketId: string } | null {
  const key = tickerKey(ticker);
  const at = key.lastIndexOf('-');
  const marketId = MARKET_OF_SUFFIX[key.slice(at + 1)];
  return at < 1 || marketId === undefined ? null : { ticker: key.slice(0, at), marketId };
}

/** Keys under which a listing may stand that somebody calls so; without a market, the ticker as it is. */
export function tickerKeys(ticker: string, marketId: string | undefined): string[] {
  const named = splitSuffix(ticker);
  const key = tickerKey(ticker);
  const bare = named !== null && named.marketId === marketId ? named.ticker : key;
  if (marketId === 'hk') return hongKongCodes(bare);
  if (marketId === 'cn') return [...new Set([key, bare.replace(/^(?:SH|SZ|BJ)(?=\d)/, '')])];
  return [...new Set([key, bare])];
}

/** Stock codes in Hong Kong are written with and without leading zeros; which of them a listing has, the source says. */
function hongKongCodes(key: string): string[] {
  const digits = key.replace(/^0+(?=\d)/, '');
  return [...new Set([digits, digits.padStart(4, '0'), digits.padStart(5, '0')])];
}

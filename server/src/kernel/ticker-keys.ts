import { tickerKey } from './ids.ts';

/** Keys under which a listing may stand that somebody calls so; without a market, the ticker as it is. */
export function tickerKeys(ticker: string, marketId: string | undefined): string[] {
  const key = tickerKey(ticker);
  if (marketId === 'hk') return hongKongCodes(key);
  if (marketId === 'cn') return [...new Set([key, key.replace(/^(?:SH|SZ|BJ)(?=\d)|-(?:SH|SS|SZ|BJ)$/, '')])];
  return [key];
}

/** Stock codes in Hong Kong are written with and without leading zeros; which of them a listing has, the source says. */
function hongKongCodes(key: string): string[] {
  const digits = key.replace(/-HK$/, '').replace(/^0+(?=\d)/, '');
  return [...new Set([digits, digits.padStart(4, '0'), digits.padStart(5, '0')])];
}

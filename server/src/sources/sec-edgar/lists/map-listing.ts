import type { Listing } from '../../../domain/filings/issuers/model/issuer.ts';
import { DEMO_MARKET } from '../../../domain/filings/markets/model/markets.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { EXCHANGES, FICTIONAL_EXCHANGE } from './listing-exchanges.ts';

/** A ticker in the registry's spelling (`BRK-B`) with its exchange; exchange and MIC are null if it names none. */
export function toListing(
  ticker: string,
  exchange: string | null,
  isHome: boolean,
  locator: string,
  log: AnomalyLog,
): Listing {
  if (exchange === FICTIONAL_EXCHANGE) {
    return { ticker, marketId: DEMO_MARKET, mic: null, exchange, currency: 'USD', isHome };
  }
  const known = exchange === null ? undefined : EXCHANGES[exchange];
  if (exchange !== null && known === undefined) log.add('unknown_exchange', locator, exchange);
  return {
    ticker,
    marketId: 'us',
    mic: known?.mic ?? null,
    exchange: known?.name ?? exchange,
    currency: 'USD',
    isHome,
  };
}

import type { Listing } from '../../../domain/filings/issuers/model/issuer.ts';
import { DEMO_MARKET } from '../../../domain/filings/markets/model/markets.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';

/** The exchange of the sample's fictional issuers. No exchange of the registry has this name. */
export const FICTIONAL_EXCHANGE = 'Fictional';

/** The registry's names of exchanges with their market identifier codes (ISO 10383) and the names people know. */
const EXCHANGES: Readonly<Record<string, { mic: string; name: string }>> = {
  Nasdaq: { mic: 'XNAS', name: 'Nasdaq' },
  NYSE: { mic: 'XNYS', name: 'New York Stock Exchange' },
  'NYSE American': { mic: 'XASE', name: 'NYSE American' },
  'NYSE MKT': { mic: 'XASE', name: 'NYSE American' },
  'NYSE Arca': { mic: 'ARCX', name: 'NYSE Arca' },
  NYSEArca: { mic: 'ARCX', name: 'NYSE Arca' },
  'NYSE Texas': { mic: 'XCHI', name: 'NYSE Texas' },
  CBOE: { mic: 'BATS', name: 'Cboe BZX' },
  BATS: { mic: 'BATS', name: 'Cboe BZX' },
  IEX: { mic: 'IEXG', name: 'Investors Exchange' },
  LTSE: { mic: 'LTSE', name: 'Long-Term Stock Exchange' },
  OTC: { mic: 'OTCM', name: 'OTC Markets' },
};

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

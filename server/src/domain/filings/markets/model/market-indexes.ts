/** An index of share prices, or of the volatility that options imply. */
export interface MarketIndex {
  indexId: string;
  name: string;
  /** The market of its shares; null for several markets. */
  marketId: string | null;
  category: 'equity' | 'volatility';
  /** ISO 4217; null if it is not an amount of money. */
  currency: string | null;
  /** `total_return`: includes reinvested dividends. */
  returnType: 'price' | 'total_return';
  /** Symbols of publishers, by registry id; several are separated by a blank. */
  symbols: Readonly<Record<string, string>>;
}

type Row = [id: string, name: string, market: string | null, currency: string | null, symbols: Record<string, string>];

/** Price indexes of shares by market; the first one with prices is the benchmark of its market. */
const PRICE_INDEXES: readonly Row[] = [
  ['sp500', 'S&P 500', 'us', 'USD', { stooq: '^spx', yahoo: '^GSPC ^SPX', fred: 'SP500' }],
  ['dow_jones', 'Dow Jones Industrial Average', 'us', 'USD', { stooq: '^dji', yahoo: '^DJI', fred: 'DJIA' }],
  ['nasdaq_composite', 'Nasdaq Composite', 'us', 'USD', { stooq: '^ndq', yahoo: '^IXIC', fred: 'NASDAQCOM' }],
  ['topix', 'TOPIX', 'jp', 'JPY', { stooq: '^tpx' }],
  ['nikkei225', 'Nikkei 225', 'jp', 'JPY', { stooq: '^nkx', yahoo: '^N225', fred: 'NIKKEI225' }],
  ['hang_seng', 'Hang Seng Index', 'hk', 'HKD', { stooq: '^hsi', yahoo: '^HSI' }],
  ['kospi', 'KOSPI', 'kr', 'KRW', { stooq: '^kospi', yahoo: '^KS11' }],
  ['kosdaq', 'KOSDAQ', 'kr', 'KRW', { yahoo: '^KQ11' }],
  ['csi300', 'CSI 300', 'cn', 'CNY', { yahoo: '000300.SS' }],
  ['sse_composite', 'SSE Composite', 'cn', 'CNY', { stooq: '^shc', yahoo: '000001.SS' }],
  ['ftse_all_share', 'FTSE All-Share', 'uk', 'GBP', { yahoo: '^FTAS' }],
  ['ftse100', 'FTSE 100', 'uk', 'GBP', { stooq: '^ukx', yahoo: '^FTSE' }],
  ['stoxx600', 'STOXX Europe 600', 'eu', 'EUR', { yahoo: '^STOXX' }],
  ['euro_stoxx50', 'EURO STOXX 50', 'eu', 'EUR', { yahoo: '^STOXX50E' }],
  ['cac40', 'CAC 40', 'eu', 'EUR', { stooq: '^cac', yahoo: '^FCHI' }],
  ['sensex', 'S&P BSE Sensex', 'in', 'INR', { yahoo: '^BSESN' }],
  ['demo_composite', 'Demo Composite (fictional)', 'demo', 'USD', { yahoo: '^DEMO' }],
];

/** Every index with an id of this service. */
export const MARKET_INDEXES: readonly MarketIndex[] = [
  ...PRICE_INDEXES.map(
    ([indexId, name, marketId, currency, symbols]): MarketIndex => ({
      indexId,
      name,
      marketId,
      category: 'equity',
      currency,
      returnType: 'price',
      symbols,
    }),
  ),
  totalReturn('dax', 'DAX', 'eu', 'EUR', { stooq: '^dax', yahoo: '^GDAXI' }),
  totalReturn('ibovespa', 'Ibovespa', 'br', 'BRL', { stooq: '^bvp', yahoo: '^BVSP' }),
  {
    indexId: 'vix',
    name: 'Cboe Volatility Index',
    marketId: 'us',
    category: 'volatility',
    currency: null,
    returnType: 'price',
    symbols: { yahoo: '^VIX', fred: 'VIXCLS' },
  },
];

function totalReturn(
  indexId: string,
  name: string,
  marketId: string,
  currency: string,
  symbols: MarketIndex['symbols'],
): MarketIndex {
  return { indexId, name, marketId, category: 'equity', currency, returnType: 'total_return', symbols };
}

/** The index with a publisher's symbol, ignoring case; null if unknown. */
export function indexOfSymbol(registry: string, symbol: string): MarketIndex | null {
  const wanted = symbol.toUpperCase();
  return MARKET_INDEXES.find(({ symbols }) => symbols[registry]?.toUpperCase().split(' ').includes(wanted)) ?? null;
}

/** Indexes of shares of a market, the benchmark first. */
export function benchmarksOf(marketId: string): MarketIndex[] {
  return MARKET_INDEXES.filter(index => index.marketId === marketId && index.category === 'equity');
}

/** Funds over large shares in the United States, in order of preference. */
const US_FUNDS = ['SPY', 'IVV', 'VOO', 'VTI', 'VFINX'].map(ticker => ({ market_id: 'us', ticker }));
const DEMO_FUNDS = [{ market_id: 'demo', ticker: 'DMBF' }];

/** Funds that a share is compared with: funds of the United States, or a fictional one for fictional shares. */
export function benchmarkFundsFor(marketId: string | null): readonly { market_id: string; ticker: string }[] {
  return marketId === 'demo' ? DEMO_FUNDS : US_FUNDS;
}

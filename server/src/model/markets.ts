/** A market of the catalog: which exchanges and registries belong together. Times and money in the market's own. */
export interface MarketDescription {
  marketId: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCodes: readonly string[];
  /** ISO 4217, the currency that most of its filers report in. */
  currency: string;
  /** IANA. */
  timeZone: string;
  /** Operating and segment codes of ISO 10383. */
  exchanges: readonly { mic: string; name: string }[];
  registries: readonly { registry: string; name: string; url: string }[];
  /** PostgreSQL text search configuration of its documents; `simple` where there is no stemmer for its languages. */
  searchLanguage: 'english' | 'simple' | 'portuguese';
}

/** The market of the sample pack's made-up issuers, in the catalog only where the store has some. */
export const DEMO_MARKET = 'demo';

/** Every market of the catalog, by `marketId`. */
export const MARKETS: readonly MarketDescription[] = [
  {
    marketId: 'br',
    name: 'Brazil',
    countryCodes: ['BR'],
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    exchanges: [{ mic: 'BVMF', name: 'B3' }],
    registries: [{ registry: 'cvm', name: 'Comissão de Valores Mobiliários', url: 'https://dados.cvm.gov.br' }],
    searchLanguage: 'portuguese',
  },
  {
    marketId: 'cn',
    name: 'Mainland China',
    countryCodes: ['CN'],
    currency: 'CNY',
    timeZone: 'Asia/Shanghai',
    exchanges: [
      { mic: 'XSHG', name: 'Shanghai Stock Exchange' },
      { mic: 'XSHE', name: 'Shenzhen Stock Exchange' },
      { mic: 'BJSE', name: 'Beijing Stock Exchange' },
    ],
    registries: [{ registry: 'cninfo', name: 'CNINFO', url: 'http://www.cninfo.com.cn' }],
    searchLanguage: 'simple',
  },
  {
    marketId: DEMO_MARKET,
    name: 'Demonstration (fictional issuers)',
    countryCodes: [],
    currency: 'USD',
    timeZone: 'America/New_York',
    exchanges: [],
    // Their filings have the form of this registry's, which never saw them.
    registries: [],
    searchLanguage: 'english',
  },
  {
    marketId: 'eu',
    name: 'European Union and EEA',
    countryCodes: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
      ' ',
    ),
    currency: 'EUR',
    timeZone: 'Europe/Brussels',
    exchanges: [
      { mic: 'XAMS', name: 'Euronext Amsterdam' },
      { mic: 'XBRU', name: 'Euronext Brussels' },
      { mic: 'XCSE', name: 'Nasdaq Copenhagen' },
      { mic: 'XDUB', name: 'Euronext Dublin' },
      { mic: 'XETR', name: 'Xetra' },
      { mic: 'XFRA', name: 'Börse Frankfurt' },
      { mic: 'XHEL', name: 'Nasdaq Helsinki' },
      { mic: 'XLIS', name: 'Euronext Lisbon' },
      { mic: 'XMAD', name: 'Bolsa de Madrid' },
      { mic: 'XMIL', name: 'Borsa Italiana' },
      { mic: 'XOSL', name: 'Oslo Børs' },
      { mic: 'XPAR', name: 'Euronext Paris' },
      { mic: 'XSTO', name: 'Nasdaq Stockholm' },
      { mic: 'XWAR', name: 'Warsaw Stock Exchange' },
      { mic: 'XWBO', name: 'Wiener Börse' },
    ],
    registries: [{ registry: 'esef', name: 'ESEF reports (filings.xbrl.org)', url: 'https://filings.xbrl.org' }],
    searchLanguage: 'simple',
  },
  {
    marketId: 'hk',
    name: 'Hong Kong',
    countryCodes: ['HK'],
    currency: 'HKD',
    timeZone: 'Asia/Hong_Kong',
    exchanges: [{ mic: 'XHKG', name: 'Stock Exchange of Hong Kong' }],
    registries: [{ registry: 'hkexnews', name: 'HKEXnews', url: 'https://www.hkexnews.hk' }],
    searchLanguage: 'english',
  },
  {
    marketId: 'jp',
    name: 'Japan',
    countryCodes: ['JP'],
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    exchanges: [
      { mic: 'XTKS', name: 'Tokyo Stock Exchange' },
      { mic: 'XNGO', name: 'Nagoya Stock Exchange' },
      { mic: 'XFKA', name: 'Fukuoka Stock Exchange' },
      { mic: 'XSAP', name: 'Sapporo Securities Exchange' },
    ],
    registries: [
      { registry: 'edinet', name: 'EDINET', url: 'https://disclosure2.edinet-fsa.go.jp' },
      { registry: 'tdnet', name: 'TDnet', url: 'https://www.release.tdnet.info' },
    ],
    searchLanguage: 'simple',
  },
  {
    marketId: 'kr',
    name: 'South Korea',
    countryCodes: ['KR'],
    currency: 'KRW',
    timeZone: 'Asia/Seoul',
    exchanges: [
      { mic: 'XKRX', name: 'Korea Exchange' },
      { mic: 'XKOS', name: 'KOSDAQ' },
    ],
    registries: [{ registry: 'opendart', name: 'DART', url: 'https://opendart.fss.or.kr' }],
    searchLanguage: 'simple',
  },
  {
    marketId: 'uk',
    name: 'United Kingdom',
    countryCodes: ['GB'],
    currency: 'GBP',
    timeZone: 'Europe/London',
    exchanges: [
      { mic: 'XLON', name: 'London Stock Exchange' },
      { mic: 'AIMX', name: 'AIM' },
    ],
    registries: [
      { registry: 'esef', name: 'filings.xbrl.org (UKSEF)', url: 'https://filings.xbrl.org' },
      {
        registry: 'companies-house',
        name: 'Companies House',
        url: 'https://find-and-update.company-information.service.gov.uk',
      },
    ],
    searchLanguage: 'english',
  },
  {
    marketId: 'us',
    name: 'United States',
    countryCodes: ['US'],
    currency: 'USD',
    timeZone: 'America/New_York',
    exchanges: [
      { mic: 'XNYS', name: 'New York Stock Exchange' },
      { mic: 'XNAS', name: 'Nasdaq' },
      { mic: 'XASE', name: 'NYSE American' },
      { mic: 'ARCX', name: 'NYSE Arca' },
      { mic: 'BATS', name: 'Cboe BZX' },
      { mic: 'OTCM', name: 'OTC Markets' },
    ],
    registries: [{ registry: 'sec-edgar', name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar' }],
    searchLanguage: 'english',
  },
];

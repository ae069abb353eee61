import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'edinet',
  trust: 10,
  keepsRegister: true,
  serves: [
    {
      marketId: 'jp',
      name: 'EDINET',
      url: 'https://disclosure2.edinet-fsa.go.jp',
      gaps: [
        {
          capability: 'filings',
          reason: 'key_needed',
          extent: 'some',
          detail: 'Following the registry takes a subscription key; bulk files and documents at hand do not.',
        },
        {
          capability: 'earnings_events',
          reason: 'not_published',
          extent: 'all',
          detail: 'Results are announced at TDnet.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'jp',
      name: 'Japan',
      countryCodes: ['JP'],
      currency: 'JPY',
      timeZone: 'Asia/Tokyo',
      exchanges: [
        {
          mic: 'XTKS',
          name: 'Tokyo Stock Exchange',
        },
        {
          mic: 'XNGO',
          name: 'Nagoya Stock Exchange',
        },
        {
          mic: 'XFKA',
          name: 'Fukuoka Stock Exchange',
        },
        {
          mic: 'XSAP',
          name: 'Sapporo Securities Exchange',
        },
      ],
      searchLanguage: 'simple',
    },
  ],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'sec-edgar',
  trust: 0,
  keepsRegister: true,
  serves: [
    {
      marketId: 'us',
      name: 'SEC EDGAR',
      url: 'https://www.sec.gov/edgar',
      gaps: [
        {
          capability: 'financials',
          reason: 'form_not_read',
          extent: 'some',
          detail: 'Filings of before 2009 have no tagged figures.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'us',
      name: 'United States',
      countryCodes: ['US'],
      currency: 'USD',
      timeZone: 'America/New_York',
      exchanges: [
        {
          mic: 'XNYS',
          name: 'New York Stock Exchange',
        },
        {
          mic: 'XNAS',
          name: 'Nasdaq',
        },
        {
          mic: 'XASE',
          name: 'NYSE American',
        },
        {
          mic: 'ARCX',
          name: 'NYSE Arca',
        },
        {
          mic: 'BATS',
          name: 'Cboe BZX',
        },
        {
          mic: 'OTCM',
          name: 'OTC Markets',
        },
      ],
      searchLanguage: 'english',
    },
  ],
};

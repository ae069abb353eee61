import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'hkexnews',
  trust: 110,
  keepsRegister: true,
  serves: [
    {
      marketId: 'hk',
      name: 'HKEXnews',
      url: 'https://www.hkexnews.hk',
      gaps: [
        {
          capability: 'financials',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are PDFs without tagged figures.',
        },
        {
          capability: 'sections',
          reason: 'form_not_read',
          extent: 'some',
          detail: 'The text of PDFs is read; not that of scanned or encrypted ones, nor of other forms.',
        },
        {
          capability: 'facts',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are PDFs without tagged figures.',
        },
        {
          capability: 'statements',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are PDFs without tagged figures.',
        },
        {
          capability: 'earnings_events',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Announcements of results are PDFs.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'hk',
      name: 'Hong Kong',
      countryCodes: ['HK'],
      currency: 'HKD',
      timeZone: 'Asia/Hong_Kong',
      exchanges: [
        {
          mic: 'XHKG',
          name: 'Stock Exchange of Hong Kong',
        },
      ],
      searchLanguage: 'english',
    },
  ],
};

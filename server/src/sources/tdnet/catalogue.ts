import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'tdnet',
  trust: 210,
  keepsRegister: false,
  serves: [
    {
      marketId: 'jp',
      name: 'TDnet',
      url: 'https://www.release.tdnet.info',
      gaps: [
        {
          capability: 'earnings_events',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Results are read as figures of their filing; the announcement is a PDF.',
        },
        {
          capability: 'filings',
          reason: 'kept_briefly',
          extent: 'some',
          detail: 'The registry keeps documents for about a month.',
        },
        {
          capability: 'sections',
          reason: 'form_not_read',
          extent: 'some',
          detail: 'Where an XBRL package comes with a PDF, the package alone is asked for.',
        },
      ],
    },
  ],
  markets: [],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'companies-house',
  trust: 40,
  keepsRegister: true,
  serves: [
    {
      marketId: 'uk',
      name: 'Companies House',
      url: 'https://find-and-update.company-information.service.gov.uk',
      gaps: [
        {
          capability: 'filings',
          reason: 'key_needed',
          extent: 'some',
          detail: 'Filing histories take a key; daily and monthly accounts files do not.',
        },
        {
          capability: 'financials',
          reason: 'form_not_read',
          extent: 'some',
          detail: 'Accounts filed on paper or as PDF have no tagged figures.',
        },
        {
          capability: 'earnings_events',
          reason: 'not_required',
          extent: 'all',
          detail: 'The registry collects accounts, not announcements.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'uk',
      name: 'United Kingdom',
      countryCodes: ['GB'],
      currency: 'GBP',
      timeZone: 'Europe/London',
      exchanges: [
        {
          mic: 'XLON',
          name: 'London Stock Exchange',
        },
        {
          mic: 'AIMX',
          name: 'AIM',
        },
      ],
      searchLanguage: 'english',
    },
  ],
};

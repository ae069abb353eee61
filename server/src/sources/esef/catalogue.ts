import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'esef',
  trust: 200,
  keepsRegister: false,
  serves: [
    {
      marketId: 'eu',
      name: 'ESEF reports (filings.xbrl.org)',
      url: 'https://filings.xbrl.org',
      gaps: [
        {
          capability: 'filings',
          reason: 'not_published',
          extent: 'some',
          detail: 'The index lacks Germany, Ireland, Bulgaria and Slovakia; their reports can be imported as files.',
        },
        {
          capability: 'earnings_events',
          reason: 'not_required',
          extent: 'all',
          detail: 'The registry collects annual financial reports only.',
        },
      ],
    },
    {
      marketId: 'uk',
      name: 'filings.xbrl.org (UKSEF)',
      url: 'https://filings.xbrl.org',
      gaps: [
        {
          capability: 'earnings_events',
          reason: 'not_required',
          extent: 'all',
          detail: 'The registry collects annual financial reports only.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'eu',
      name: 'European Union and EEA',
      countryCodes: [
        'AT',
        'BE',
        'BG',
        'CY',
        'CZ',
        'DE',
        'DK',
        'EE',
        'ES',
        'FI',
        'FR',
        'GR',
        'HR',
        'HU',
        'IE',
        'IS',
        'IT',
        'LI',
        'LT',
        'LU',
        'LV',
        'MT',
        'NL',
        'NO',
        'PL',
        'PT',
        'RO',
        'SE',
        'SI',
        'SK',
      ],
      currency: 'EUR',
      timeZone: 'Europe/Brussels',
      exchanges: [
        {
          mic: 'XAMS',
          name: 'Euronext Amsterdam',
        },
        {
          mic: 'XBRU',
          name: 'Euronext Brussels',
        },
        {
          mic: 'XCSE',
          name: 'Nasdaq Copenhagen',
        },
        {
          mic: 'XDUB',
          name: 'Euronext Dublin',
        },
        {
          mic: 'XETR',
          name: 'Xetra',
        },
        {
          mic: 'XFRA',
          name: 'Börse Frankfurt',
        },
        {
          mic: 'XHEL',
          name: 'Nasdaq Helsinki',
        },
        {
          mic: 'XLIS',
          name: 'Euronext Lisbon',
        },
        {
          mic: 'XMAD',
          name: 'Bolsa de Madrid',
        },
        {
          mic: 'XMIL',
          name: 'Borsa Italiana',
        },
        {
          mic: 'XOSL',
          name: 'Oslo Børs',
        },
        {
          mic: 'XPAR',
          name: 'Euronext Paris',
        },
        {
          mic: 'XSTO',
          name: 'Nasdaq Stockholm',
        },
        {
          mic: 'XWAR',
          name: 'Warsaw Stock Exchange',
        },
        {
          mic: 'XWBO',
          name: 'Wiener Börse',
        },
      ],
      searchLanguage: 'simple',
    },
  ],
};

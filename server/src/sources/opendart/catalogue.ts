import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'opendart',
  trust: 20,
  keepsRegister: true,
  serves: [
    {
      marketId: 'kr',
      name: 'DART',
      url: 'https://opendart.fss.or.kr',
      gaps: [
        {
          capability: 'filings',
          reason: 'key_needed',
          extent: 'some',
          detail: 'Following the registry takes a key; documents at hand do not.',
        },
        {
          capability: 'entities',
          reason: 'not_published',
          extent: 'some',
          detail: 'Companies without a stock code are known once a document of theirs is read.',
        },
        {
          capability: 'earnings_events',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Reports of provisional results are not told from other reports.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'kr',
      name: 'South Korea',
      countryCodes: ['KR'],
      currency: 'KRW',
      timeZone: 'Asia/Seoul',
      exchanges: [
        {
          mic: 'XKRX',
          name: 'Korea Exchange',
        },
        {
          mic: 'XKOS',
          name: 'KOSDAQ',
        },
      ],
      searchLanguage: 'simple',
    },
  ],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'cvm',
  trust: 30,
  keepsRegister: true,
  serves: [
    {
      marketId: 'br',
      name: 'Comissão de Valores Mobiliários',
      url: 'https://dados.cvm.gov.br',
      gaps: [
        {
          capability: 'sections',
          reason: 'form_not_read',
          extent: 'all',
          detail: 'Reports are PDFs; figures come from the open-data tables.',
        },
        {
          capability: 'earnings_events',
          reason: 'not_published',
          extent: 'all',
          detail: 'There is no current report of results with its release attached.',
        },
      ],
    },
  ],
  markets: [
    {
      marketId: 'br',
      name: 'Brazil',
      countryCodes: ['BR'],
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo',
      exchanges: [
        {
          mic: 'BVMF',
          name: 'B3',
        },
      ],
      searchLanguage: 'portuguese',
    },
  ],
};

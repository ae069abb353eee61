import { EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';

/** Valid and invalid responses of the registry, for the tests that cover all connectors. */
export const examples: RegistryExamples = {
  // The end of the day in São Paulo, three hours behind UTC.
  knownAt: { '2024-07-01': '2024-07-02T03:00:00Z', '2024-01-15': '2024-01-16T03:00:00Z' },
  requests: {
    'CVM register': {
      address: 'https://dados.cvm.gov.br/dados/CIA_ABERTA/CAD/DADOS/cad_cia_aberta.csv',
      good: 'CNPJ_CIA;DENOM_SOCIAL\r\n',
      bad: { changed_columns: 'CNPJ;NOME\r\n' },
    },
    'CVM tables of a year': {
      address: 'https://dados.cvm.gov.br/dados/CIA_ABERTA/DOC/DFP/DADOS/dfp_cia_aberta_2023.zip',
      good: EXAMPLE_ZIP,
      bad: { unexpected_document: 'CNPJ_CIA;' },
      isDownload: true,
    },
  },
};

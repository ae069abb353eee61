import { EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-answers.ts';

/** Answers of the registry's form, and others that are none: what the tests of all connectors ask of this one. */
export const examples: RegistryExamples = {
  // The day’s end in São Paulo (UTC−3).
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

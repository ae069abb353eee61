import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { fullFileUrl, portalUrl } from './vintages.ts';

const REPORT =
  'Country\tSubject Descriptor\tUnits\tScale\t2023\t2024\tEstimates Start After\n' +
  'Austria\tUnemployment rate\tPercent of total labor force\t\t5.5\t5.25\t2023\n\n' +
  'International Monetary Fund, World Economic Outlook Database, April 2024\n';

/** Valid and invalid responses of the Fund, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'IMF file of a vintage': {
      address: fullFileUrl('2024-04'),
      good: REPORT,
      bad: { html_instead_of_data: CHALLENGE_PAGE, unexpected_document: 'Service Unavailable' },
    },
    'IMF message of a country': {
      address: portalUrl('SVK'),
      good: '<message:StructureSpecificData xmlns:message="m"/>',
      bad: { html_instead_of_data: CHALLENGE_PAGE, unexpected_document: '{"error":"busy"}' },
    },
  },
};

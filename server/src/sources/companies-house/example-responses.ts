import { EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';

const CH = 'https://api.company-information.service.gov.uk';

/** Valid and invalid responses of the registry, for the tests that cover all connectors. */
export const examples: RegistryExamples = {
  // The end of the day in London, which is an hour ahead of UTC in summer.
  knownAt: { '2024-07-01': '2024-07-01T23:00:00Z', '2024-01-15': '2024-01-16T00:00:00Z' },
  requests: {
    'Companies House profile': {
      address: `${CH}/company/99000001`,
      good: '{"company_number":"99000001","company_name":"FICTIONAL LIMITED"}',
      bad: {
        error_answer: '{"errors":[{"error":"internal","type":"ch:service"}]}',
        unexpected_document: '{"etag":"x"}',
        truncated_json: '{"company_number":"99',
      },
    },
    'Companies House filing history': {
      address: `${CH}/company/99000001/filing-history?items_per_page=50&start_index=0`,
      good: '{"items":[],"total_count":0}',
      bad: { unexpected_document: '{"total_count":5}' },
    },
    'Companies House accounts of a day': {
      address: 'https://download.companieshouse.gov.uk/Accounts_Bulk_Data-2024-05-03.zip',
      good: EXAMPLE_ZIP,
      bad: { unexpected_document: '{"error":"x"}' },
      isDownload: true,
    },
  },
};

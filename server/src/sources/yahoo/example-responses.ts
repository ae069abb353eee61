import { CHALLENGE_PAGE, type RegistryExamples } from '../kit/example-responses.ts';
import { charts, quotes, summaryUrl } from './documents.ts';

const META =
  '{"currency":"USD","symbol":"FICT","exchangeTimezoneName":"America/New_York","dataGranularity":"1d","regularMarketPrice":10.5,"regularMarketTime":1717444800}';
const BAR =
  '"timestamp":[1717421400],"indicators":{"quote":[{"close":[10.5],"volume":[1000]}],"adjclose":[{"adjclose":[10.5]}]}';

/** Valid and invalid responses of Yahoo, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Yahoo chart': {
      address: charts.url({ symbol: 'FICT' }),
      good: `{"chart":{"result":[{"meta":${META},${BAR}}],"error":null}}`,
      bad: {
        html_instead_of_json: CHALLENGE_PAGE,
        limit_reached: 'Too Many Requests\r\n',
        truncated_json: '{"chart":{"result":[',
        unexpected_document:
          '{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}',
      },
    },
    'Yahoo quotes': {
      address: quotes.url({ symbols: 'FICT' }),
      good: `{"quoteResponse":{"result":[${META}],"error":null}}`,
      bad: { html_instead_of_json: CHALLENGE_PAGE, limit_reached: 'Too Many Requests' },
    },
    'Yahoo summary': {
      address: summaryUrl('FICT'),
      good: '{"quoteSummary":{"result":[{"financialData":{"recommendationKey":"buy","recommendationMean":{"raw":1.9}}}],"error":null}}',
      bad: { html_instead_of_json: CHALLENGE_PAGE, limit_reached: 'Too Many Requests' },
    },
  },
};

import type { RegistryExamples } from '../kit/example-responses.ts';
import { days } from './days.ts';

/** Valid and invalid responses of the service, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Nasdaq earnings calendar': {
      address: days.url({ day: '2026-04-28' }),
      good: '{"data":{"asOf":"Tue, Apr 28, 2026","rows":[{"symbol":"FICT","time":"time-after-hours","fiscalQuarterEnding":"Mar/2026","epsForecast":"($0.08)","noOfEsts":"4"}]}}',
      bad: { unexpected_document: '{"message":null}', truncated_json: '{"data":{"rows":[' },
    },
  },
};

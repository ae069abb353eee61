import type { RegistryExamples } from '../kit/example-answers.ts';
import { dayUrl } from './addresses.ts';

/** Answers of the service's form, and others that are none: what the tests of all connectors ask of this one. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Nasdaq earnings calendar': {
      address: dayUrl('2026-04-28'),
      good: '{"data":{"asOf":"Tue, Apr 28, 2026","rows":[{"symbol":"FICT","time":"time-after-hours","fiscalQuarterEnding":"Mar/2026","epsForecast":"($0.08)","noOfEsts":"4"}]}}',
      bad: { unexpected_document: '{"message":null}', truncated_json: '{"data":{"rows":[' },
    },
  },
};

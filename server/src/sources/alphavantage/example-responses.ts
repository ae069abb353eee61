import type { RegistryExamples } from '../kit/example-responses.ts';
import { CALENDAR_URL } from './calendar.ts';
import { calls } from './calls.ts';

/** Valid and invalid responses of the service, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'Alpha Vantage transcript': {
      address: calls.url({ symbol: 'FICT', quarter: '2024Q1' }),
      good: '{"symbol":"FICT","quarter":"2024Q1","transcript":[{"speaker":"A. Fiction","title":"CEO","content":"Good day."}]}',
      bad: {
        error_answer: '{"Error Message":"Something about this call is invalid."}',
        unexpected_document: '{"symbol":"FICT"}',
        truncated_json: '{"symbol":"FICT","transcript":[',
      },
    },
    'Alpha Vantage earnings calendar': {
      address: CALENDAR_URL,
      good: 'symbol,name,reportDate,fiscalDateEnding,estimate,currency\nFICT,Fictional Works Inc,2026-04-28,2026-03-31,0.5,USD\n',
      bad: {
        quota_exceeded:
          '{"Information":"We have detected your API key and our standard API rate limit is 25 requests per day."}',
        unexpected_document: 'no such table',
      },
    },
  },
};

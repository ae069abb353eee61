import type { RegistryExamples } from '../kit/example-responses.ts';
import { calendarUrl } from './calendar.ts';
import { eventsUrl, transcriptUrl } from './calls.ts';

const COMPANY = { exchange: 'NASDAQ', symbol: 'FICT' };

/** Valid and invalid responses of the service, for the tests of all connectors. */
export const examples: RegistryExamples = {
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'EarningsCall events': {
      address: eventsUrl(COMPANY),
      good: '{"company_name":"Fictional Works, Inc.","events":[]}',
      bad: { unexpected_document: '{"message":"no"}', truncated_json: '{"events":[' },
    },
    'EarningsCall calendar': {
      address: calendarUrl('2026-04-28'),
      good: '[{"exchange":"NASDAQ","symbol":"FICT","year":2026,"quarter":1,"conference_date":"2026-04-28T16:30:00-04:00"}]',
      bad: { unexpected_document: '{"message":"no"}', truncated_json: '[{' },
    },
    'EarningsCall transcript': {
      address: transcriptUrl({ ...COMPANY, year: 2024, quarter: 1, level: 2 }),
      good: '{"event":{"year":2024,"quarter":1},"speakers":[{"speaker":"spk01","text":"Good day."}]}',
      bad: { unexpected_document: '[]', truncated_json: '{"speakers":[' },
    },
  },
};

import { EXAMPLE_PDF, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';
import { announcementsUrl } from './announcements.ts';
import { NOTHING_FOUND } from './fictional-responses.ts';
import { securities } from './securities.ts';

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day’s end in India (UTC+5:30).
  knownAt: { '2024-07-01': '2024-07-01T18:29:59Z', '2024-01-15': '2024-01-15T18:29:59Z' },
  requests: {
    'BSE announcements': {
      address: announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1),
      good: NOTHING_FOUND,
      bad: { unexpected_document: '{"Message":"An error has occurred."}', truncated_json: '{"Table":[{"NEWSID"' },
    },
    'BSE shares': {
      address: securities.url({ status: 'Active' }),
      good: '[]',
      bad: { unexpected_document: NOTHING_FOUND, truncated_json: '[{"SCRIP_CD":"5' },
    },
    'BSE document': {
      address: 'https://www.bseindia.com/xml-data/corpfiling/AttachLive/5c000000-0000-4000-8000-000000000001.pdf',
      good: EXAMPLE_PDF,
      bad: { unexpected_document: EXAMPLE_ZIP },
    },
  },
};

import { EXAMPLE_PDF, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';
import { dayList } from './fictional-documents.ts';

/** Valid and invalid responses of the registry, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // 17:15 in Japan (UTC+9), when EDINET closes.
  knownAt: { '2024-07-01': '2024-07-01T08:15:00Z', '2024-01-15': '2024-01-15T08:15:00Z' },
  requests: {
    'EDINET day list': {
      address: 'https://api.edinet-fsa.go.jp/api/v2/documents.json?date=2025-06-27&type=2',
      good: dayList([]),
      bad: {
        status_500: '{"metadata":{"status":"500","message":"Internal Server Error"}}',
        status_400: '{"metadata":{"title":"x","status":"400","message":"Bad Request"}}',
        changed_fields: '{"metadata":{"status":"200"},"documents":[]}',
        truncated_json: dayList([]).toString().slice(0, -4),
      },
    },
    'EDINET document': {
      address: 'https://api.edinet-fsa.go.jp/api/v2/documents/S100ZZ01?type=1',
      good: EXAMPLE_ZIP,
      bad: { status_500: '{"metadata":{"status":"500","message":"Internal Server Error"}}' },
    },
    'EDINET PDF': {
      address: 'https://api.edinet-fsa.go.jp/api/v2/documents/S100ZZ01?type=2',
      good: EXAMPLE_PDF,
      bad: { unexpected_document: EXAMPLE_ZIP },
    },
    'EDINET codes': {
      address: 'https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip',
      good: EXAMPLE_ZIP,
      bad: {},
    },
  },
};

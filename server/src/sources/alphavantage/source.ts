import { AsfiledError } from '../../kernel/errors.ts';
import { AnomalyLog } from '../../model/anomaly-log.ts';
import { readJsonObjectAnswer } from '../answer-json.ts';
import type { Source } from '../source.ts';
import { API_HOST, callQuestion, transcriptUrl } from './addresses.ts';
import { faultOf } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { parseDocuments } from './parse-documents.ts';

/** Alpha Vantage: what was said in calls, asked for with the operator's own key. */
export const alphaVantage: Source = {
  description: {
    registry: 'alphavantage',
    publisher: 'Alpha Vantage Inc.',
    url: 'https://www.alphavantage.co/documentation/#transcript',
    licence: 'By the terms of the operator’s own key; https://www.alphavantage.co/terms_of_service/',
    // 5 a minute, and 25 a day, of a free key.
    requestsPerSecond: 0.08,
    hosts: [API_HOST],
    access: [
      {
        host: API_HOST,
        key: {
          setting: 'ASFILED_ALPHAVANTAGE_KEY',
          place: { kind: 'query', name: 'apikey' },
          from: 'free for 25 requests a day, from https://www.alphavantage.co/support/#api-key',
        },
      },
    ],
  },
  precedence: [],
  // Calls are asked for by name: each takes one of the day's few requests.
  schedule: [],
  knownAtOfDay: date => `${date}T23:59:59Z`,
  faultOf,
  sourceOf: () => null,
  issuerOf: () => null,
  urlOfLoose,
  fileLoose: files => files.map(({ row, bytes }) => ({ url: urlOfLoose(row.path, bytes), bytes })),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: documents => ({ published: { min: documents.length, max: documents.length } }),
  planBulk: async () => null,
  async *splitBulk() {},
};

/** An answer says which call it is of. */
function urlOfLoose(name: string, bytes: Buffer): string {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), new AnomalyLog('alphavantage', name));
  const question = callQuestion(String(answer?.symbol ?? ''), String(answer?.quarter ?? ''));
  if (question !== null && Array.isArray(answer?.transcript)) return transcriptUrl(question);
  throw new AsfiledError(
    'bad_request',
    `${name} is no answer of EARNINGS_CALL_TRANSCRIPT: symbol, quarter, transcript.`,
  );
}

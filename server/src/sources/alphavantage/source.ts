import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { startOf } from '../kit/http/answer-form.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import type { Source } from '../kit/source.ts';
import { API_HOST, CALENDAR_URL, callQuestion, isCalendar, transcriptUrl } from './addresses.ts';
import { validateResponse } from './answer-fault.ts';
import { CALENDAR_CHANNEL, discover, fetchTask } from './discover.ts';
import { parseDocuments } from './parse-documents.ts';

/** Alpha Vantage: when results are expected, and what was said in calls, asked for with the operator's own key. */
export const alphaVantage: Source = {
  ...NO_REGISTRANTS,
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
  // Calls are asked for by name: each takes one of the day's few requests. The calendar takes one a day.
  schedule: [{ channel: CALENDAR_CHANNEL, host: API_HOST, cron: '20 9 * * *', timeZone: 'UTC' }],
  validateResponse,
  identifyImport,
  placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path, bytes), bytes })),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: documents => {
    const hasCalendar = documents.some(({ url }) => isCalendar(url));
    return { published: { min: documents.length, max: hasCalendar ? MOST_ENTRIES : documents.length } };
  },
};

/** Three months are some eight thousand. */
const MOST_ENTRIES = 100_000;

/** An answer says which call it is of; a table of the calendar, what it is. */
function identifyImport(name: string, bytes: Buffer): string {
  if (startOf(bytes).startsWith('symbol,name,reportDate')) return CALENDAR_URL;
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), new AnomalyLog('alphavantage', name));
  const question = callQuestion(String(answer?.symbol ?? ''), String(answer?.quarter ?? ''));
  if (question !== null && Array.isArray(answer?.transcript)) return transcriptUrl(question);
  throw new AsfiledError(
    'bad_request',
    `${name} is no answer of EARNINGS_CALL_TRANSCRIPT (symbol, quarter, transcript) or EARNINGS_CALENDAR (a table).`,
  );
}

import {
  type CalendarEntry,
  emptyEntry,
  type ReportTime,
} from '../../domain/figures/earnings/model/earnings-calendar.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { isCurrency } from '../../kernel/iso-codes.ts';
import { matchingUrls } from '../kit/address.ts';
import { failed, formOfResponse, startOf } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import type { ResponseFault } from '../kit/source.ts';
import { API_URL, functionOf, listingOf, readResponse } from './service.ts';

const FUNCTION = 'EARNINGS_CALENDAR';

/** The calendar of the next three months. */
export const CALENDAR_URL = `${API_URL}?function=${FUNCTION}&horizon=3month`;

/** Calendars of any span or company (EARNINGS_CALENDAR). */
export const calendars = publishedKind({
  address: matchingUrls(CALENDAR_URL, url => functionOf(url) === FUNCTION),
  source: 'calendar',
  task: 'calendar',
  states: 'calendar entries: date of results, estimate',
  read: (bytes, { url, log }) => ({ calendarEntries: readCalendar(url, bytes, log) }),
  validate: faultOfCalendar,
  // Three months have some eight thousand.
  expect: { min: 1, max: 100_000 },
  accepts: 'tables of EARNINGS_CALENDAR (CSV)',
  identify: ({ start }) => (start.trimStart().startsWith('symbol,name,reportDate') ? { url: CALENDAR_URL } : null),
});

/** Messages are sent in place of the table too. */
function faultOfCalendar(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  if (formOfResponse(bytes) === 'text') {
    const start = startOf(bytes);
    return start.startsWith('symbol,') ? null : failed('unexpected_document', start.slice(0, 200));
  }
  const response = readResponse(bytes, log);
  return 'action' in response ? response : failed('unexpected_document', 'no table');
}

/**
 * Columns are found by name, because later versions have more of them. A row without symbol or day is an anomaly. An estimate
 * that is empty or 0 is null.
 */
function readCalendar(url: string, bytes: Buffer, log: AnomalyLog): CalendarEntry[] {
  const [header = [], ...rows] = parseDelimited(bytes.toString('utf8'), ',');
  const place = new Map(header.map((name, at) => [name.trim(), at]));
  if (!['symbol', 'reportDate', 'fiscalDateEnding'].every(name => place.has(name))) {
    log.add('unexpected_document', '', header.join().slice(0, 200));
    return [];
  }
  return rows.flatMap((cells, at) => {
    const cell = (name: string): string => cells[place.get(name) ?? -1]?.trim() ?? '';
    const entry = toEntry(url, cell);
    if (entry === null) log.add('bad_row', `line ${at + 2}`, cells.join().slice(0, 200));
    return entry ?? [];
  });
}

function toEntry(url: string, cell: (name: string) => string): CalendarEntry | null {
  const reportDate = dateOrNull(cell('reportDate'));
  const { ticker, marketId } = listingOf(cell('symbol').toUpperCase());
  if (ticker === '' || marketId === null || reportDate === null) return null;
  const estimate = cell('estimate');
  const epsEstimate = estimate === '' ? null : Number(estimate);
  const currency = cell('currency').toUpperCase();
  return {
    ...emptyEntry({ ticker, marketId, documentUrl: url }),
    reportDate,
    reportTime: TIMES[cell('timeOfTheDay')] ?? 'unknown',
    periodEnd: dateOrNull(cell('fiscalDateEnding')),
    currency: isCurrency(currency) ? currency : null,
    epsEstimate: epsEstimate === null || !Number.isFinite(epsEstimate) || epsEstimate === 0 ? null : epsEstimate,
  };
}

const TIMES: Readonly<Record<string, ReportTime>> = { 'pre-market': 'before_market', 'post-market': 'after_market' };

import {
  type CalendarEntry,
  emptyEntry,
  type ReportTime,
} from '../../domain/figures/earnings/model/earnings-calendar.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isCurrency } from '../../kernel/codes/currencies.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { listingOf } from './addresses.ts';

/**
 * The rows of EARNINGS_CALENDAR. Columns are told by their names, as later versions have more of them. A row without symbol or
 * day is an anomaly; an estimate that is empty or nought is none.
 */
export function readCalendar(url: string, bytes: Buffer, log: AnomalyLog): CalendarEntry[] {
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

import type { AsFiledStatement, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { addDays, parseDay } from '../../../kernel/dates.ts';

export interface Period {
  /** First day; null for an instant. */
  start: string | null;
  end: string;
}

export type Column = AsFiledStatement['columns'][number];

/** The period of a fact. */
export function periodOf({ periodStart, periodEnd }: ReportedFact): Period {
  return { start: periodStart, end: periodEnd };
}

/** One text for each period. */
export function periodKey({ start, end }: Period): string {
  return `${start ?? ''}/${end}`;
}

/** Months of a duration as the SEC's renderer counts them: whole ones, after half a month is added. 0 for an instant. */
export function monthsOf({ start, end }: Period): number {
  if (start === null) return 0;
  const [startYear = 0, startMonth = 0, startDay = 0] = start.split('-').map(Number);
  const rounded = addDays(end, 16);
  const [endYear = 0, endMonth = 0, endDay = 0] = rounded.split('-').map(Number);
  return (endYear - startYear) * 12 + endMonth - startMonth - (endDay < startDay ? 1 : 0);
}

/** Durations before instants, shorter before longer, later before earlier. */
export function inColumnOrder(first: Period, second: Period): number {
  const isFirstInstant = first.start === null;
  if (isFirstInstant !== (second.start === null)) return isFirstInstant ? 1 : -1;
  const months = monthsOf(first) - monthsOf(second);
  if (months !== 0) return months;
  if (first.end !== second.end) return first.end > second.end ? -1 : 1;
  return (first.start ?? '') > (second.start ?? '') ? -1 : 1;
}

/**
 * In English `3 Months Ended Mar. 29, 2025`, `Mar. 29, 2025`, with days if a duration is shorter than a month; in other
 * languages (ISO 639-1) the dates alone, `2024-04-01 – 2025-03-31`.
 */
export function toColumn(period: Period, language: string): Column {
  const { start, end } = period;
  const label = language === 'en' ? englishLabel(period) : start === null ? end : `${start} – ${end}`;
  return { label, periodStart: start, periodEnd: end };
}

function englishLabel(period: Period): string {
  const date = shownDate(period.end);
  return period.start === null ? date : `${shownLength(period, period.start)} Ended ${date}`;
}

function shownLength(period: Period, start: string): string {
  const months = monthsOf(period);
  if (months > 0) return months === 1 ? '1 Month' : `${months} Months`;
  const days = (parseDay(period.end) ?? 0) - (parseDay(start) ?? 0) + 1;
  return days === 1 ? '1 Day' : `${days} Days`;
}

const MONTHS = ['Jan.', 'Feb.', 'Mar.', 'Apr.', 'May', 'Jun.', 'Jul.', 'Aug.', 'Sep.', 'Oct.', 'Nov.', 'Dec.'];

function shownDate(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(8, 10)}, ${date.slice(0, 4)}`;
}

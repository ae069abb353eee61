import type { UserUsageOut } from '@asfiled/client';

/** Operations that have a colour of their own; the others share one. */
const NAMED = 4;
const COLORS = ['s1', 's2', 's3', 's4'] as const;
const OTHERS_COLOR = 's5';
const DAY_MS = 86_400_000;

export type SeriesColor = (typeof COLORS)[number] | typeof OTHERS_COLOR;

export interface UsageSeries {
  /** As the OpenAPI document calls it; null for all that have no series of their own. */
  operation: string | null;
  color: SeriesColor;
  /** Credits of each day. */
  credits: number[];
}

export interface UsageDays {
  /** UTC days without a gap, the oldest first, today last. */
  days: string[];
  /** What cost most first; none where nothing did. */
  series: UsageSeries[];
  /** Of each day. */
  totals: number[];
}

/** What one operation cost on a day. */
export interface DayRow {
  operation: string;
  color: SeriesColor;
  /** Through the API and by agents together. */
  calls: number;
  credits: number;
}

/** The UTC day that the answer was made on: the window of the day ends where the next one begins. */
export function todayOf({ day }: UserUsageOut): string {
  return toDay(Date.parse(day.resets_at) - 1);
}

/** The days of a span with what they cost: the current month, or as many as are kept. */
export function toUsageDays(usage: UserUsageOut, span: 'month' | '90'): UsageDays {
  const today = todayOf(usage);
  const count = span === '90' ? 90 : Number(today.slice(8));
  const days = Array.from({ length: count }, (_, back) => toDay(Date.parse(today) - (count - 1 - back) * DAY_MS));
  const places = new Map(days.map((day, place) => [day, place]));
  const totals = days.map(() => 0);
  const byOperation = new Map<string, number[]>();
  for (const { usage_date, operation, credits } of usage.items) {
    const place = places.get(usage_date);
    if (place === undefined) continue;
    const values = byOperation.get(operation) ?? days.map(() => 0);
    values[place] = (values[place] ?? 0) + credits;
    totals[place] = (totals[place] ?? 0) + credits;
    byOperation.set(operation, values);
  }
  const ranked = [...byOperation].sort(([a, ofA], [b, ofB]) => sum(ofB) - sum(ofA) || (a < b ? -1 : 1));
  const series = ranked.slice(0, NAMED).map(([operation, credits], place) => {
    const color: SeriesColor = COLORS[place] ?? OTHERS_COLOR;
    return { operation, color, credits };
  });
  const others = ranked.slice(NAMED).map(([, credits]) => credits);
  if (others.length === 0) return { days, series, totals };
  const together = days.map((_, place) => sum(others.map(credits => credits[place] ?? 0)));
  return { days, series: [...series, { operation: null, color: OTHERS_COLOR, credits: together }], totals };
}

/** What each operation cost on a day, what cost most first. */
export function rowsOfDay(usage: UserUsageOut, { series }: UsageDays, day: string): DayRow[] {
  const rows = new Map<string, DayRow>();
  for (const { usage_date, operation, calls, credits } of usage.items) {
    if (usage_date !== day) continue;
    const color = series.find(one => one.operation === operation)?.color ?? OTHERS_COLOR;
    const row = rows.get(operation) ?? { operation, color, calls: 0, credits: 0 };
    rows.set(operation, { ...row, calls: row.calls + calls, credits: row.credits + credits });
  }
  return [...rows.values()].sort((a, b) => b.credits - a.credits);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

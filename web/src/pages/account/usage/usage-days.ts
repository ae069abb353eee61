import type { UserUsageOut } from '@asfiled/client';

/** Colours of the largest operations; the others share one. */
const NAMED = 4;
const COLORS = ['s1', 's2', 's3', 's4'] as const;
const OTHERS_COLOR = 's5';
const DAY_MS = 86_400_000;

export type SeriesColor = (typeof COLORS)[number] | typeof OTHERS_COLOR;

export interface UsageSeries {
  /** The operation id; null for the series of all other operations. */
  operation: string | null;
  color: SeriesColor;
  /** Credits by day. */
  credits: number[];
}

export interface UsageDays {
  /** Consecutive UTC days, oldest first, ending today. */
  days: string[];
  /** By credits, largest first; empty if nothing was spent. */
  series: UsageSeries[];
  /** By day. */
  totals: number[];
}

/** The credits of one operation on a day. */
export interface DayRow {
  operation: string;
  color: SeriesColor;
  /** API and agents together. */
  calls: number;
  credits: number;
}

/** The UTC day of the response, derived from the end of its daily window. */
export function todayOf({ day }: UserUsageOut): string {
  return toDay(Date.parse(day.resets_at) - 1);
}

/** Usage by day over a span: the current month, or all stored days. */
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

/** The operations of a day by credits, largest first. */
export function rowsOfDay(usage: UserUsageOut, { series }: UsageDays, day: string): DayRow[] {
  const rows = new Map<string, DayRow>();
  for (const { usage_date, operation, calls, credits } of usage.items) {
    if (usage_date !== day) continue;
    const color = series.find(entry => entry.operation === operation)?.color ?? OTHERS_COLOR;
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

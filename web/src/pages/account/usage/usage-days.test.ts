import type { UserUsageOut } from '@asfiled/client';
import { describe, expect, it } from 'vitest';
import { rowsOfDay, todayOf, toUsageDays } from './usage-days.ts';

const window = { credits_used: 0, credits_given: 0, credits_limit: 100, used_pct: 0 };

function usage(items: [day: string, operation: string, credits: number, channel?: 'rest' | 'mcp'][]): UserUsageOut {
  return {
    plan: 'pro',
    day: { ...window, resets_at: '2026-03-04T00:00:00.000Z' },
    month: { ...window, resets_at: '2026-04-01T00:00:00.000Z' },
    items: items.map(([usage_date, operation, credits, channel = 'rest']) => ({
      usage_date,
      operation,
      channel,
      calls: 1,
      credits,
    })),
  };
}

describe('usage by day', () => {
  it('has every day of the month up to today and no earlier days', () => {
    const answer = usage([
      ['2026-03-03', 'getCompanyFinancials', 20],
      ['2026-03-01', 'getCompanyFinancials', 10],
      ['2026-02-28', 'getCompanyFinancials', 70],
    ]);
    expect(todayOf(answer)).toBe('2026-03-03');
    const { days, totals, series } = toUsageDays(answer, 'month');
    expect(days).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(totals).toEqual([10, 0, 20]);
    expect(series).toEqual([{ operation: 'getCompanyFinancials', color: 's1', credits: [10, 0, 20] }]);
  });

  it('has all 90 stored days across months on request', () => {
    const { days, totals } = toUsageDays(usage([['2025-12-04', 'searchFilings', 3]]), '90');
    expect([days.length, days[0], days.at(-1)]).toEqual([90, '2025-12-04', '2026-03-03']);
    expect(totals[0]).toBe(3);
  });

  it('sums API and agents, with the four largest operations by name and the others together', () => {
    const answer = usage([
      ['2026-03-03', 'a', 5],
      ['2026-03-03', 'a', 5, 'mcp'],
      ['2026-03-02', 'b', 9],
      ['2026-03-02', 'c', 8],
      ['2026-03-02', 'd', 7],
      ['2026-03-02', 'e', 2],
      ['2026-03-03', 'f', 1],
    ]);
    const days = toUsageDays(answer, 'month');
    expect(days.series.map(({ operation, credits }) => [operation, credits])).toEqual([
      ['a', [0, 0, 10]],
      ['b', [0, 9, 0]],
      ['c', [0, 8, 0]],
      ['d', [0, 7, 0]],
      [null, [0, 2, 1]],
    ]);
    expect(rowsOfDay(answer, days, '2026-03-03')).toEqual([
      { operation: 'a', color: 's1', calls: 2, credits: 10 },
      { operation: 'f', color: 's5', calls: 1, credits: 1 },
    ]);
  });

  it('is empty without any usage', () => {
    expect(toUsageDays(usage([]), 'month')).toMatchObject({ series: [], totals: [0, 0, 0] });
  });
});

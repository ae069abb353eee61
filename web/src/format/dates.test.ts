import { describe, expect, it } from 'vitest';
import { formatAge, formatDay, formatDayOfYear, formatInstant, formatMonthDay, weeksBetween } from './dates.ts';

describe('dates', () => {
  it('are formatted as day, month, year in any time zone of the browser', () => {
    expect(formatDay('2025-09-27')).toBe('27 Sep 2025');
    expect(formatDayOfYear('2025-02-01')).toBe('1 Feb');
    expect(formatInstant('2026-05-01T22:31:09Z')).toBe('1 May 2026, 22:31 UTC');
    expect(formatMonthDay('09-27')).toBe('27 September');
  });

  it('of less than a day ago are formatted as an age', () => {
    const now = Date.parse('2026-05-02T00:00:00Z');
    expect(formatAge('2026-05-01T23:59:31Z', now)).toBe('now');
    expect(formatAge('2026-05-01T23:49:00Z', now)).toBe('11 min');
    expect(formatAge('2026-05-01T00:00:01Z', now)).toBe('23 h');
    expect(formatAge('2026-05-01T00:00:00Z', now)).toBe('1 May 2026');
  });

  it('count the weeks of a fiscal year: Apple’s 2017 had 53', () => {
    expect(weeksBetween('2016-09-25', '2017-09-30')).toBe(53);
    expect(weeksBetween('2024-09-29', '2025-09-27')).toBe(52);
  });
});

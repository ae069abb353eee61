import { describe, expect, it } from 'vitest';
import { parseDay } from '../../../../kernel/dates.ts';
import { lastDayEnded } from '../../../markets/prices/rules/sessions.ts';
import { type Measured, measureEvent, placesOfRepeated, type StudiedIndex, type StudiedShare } from './event-study.ts';

const day = (date: string): number => parseDay(date) ?? Number.NaN;
const MONDAY = day('2024-06-03');
/** Weekdays without holidays, from Monday 2024-06-03 on. */
const weekdays = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => MONDAY + Math.floor(at / 5) * 7 + (at % 5));

/** A share that starts at 100 and loses one per session, for thirty sessions from 2024-06-03 on. */
function shareOf(other: Partial<StudiedShare> = {}, sessions = 30): StudiedShare {
  const closes = Array.from({ length: sessions }, (_, at) => 100 - at);
  return { marketId: 'us', days: weekdays(sessions), closes, paid: closes, volumes: null, faults: [], ...other };
}

/** An index that starts at 1,000 and gains one per session. */
const indexOf = (sessions = 60): StudiedIndex => ({
  days: weekdays(sessions),
  closes: Array.from({ length: sessions }, (_, at) => 1_000 + at),
});

const measured = (outcome: Measured | string): Measured => {
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
};

describe('lastDayEnded', () => {
  it.each([
    ['us', '2024-06-05T19:59:00Z', '2024-06-04', 'before the close in New York'],
    ['us', '2024-06-05T20:00:00Z', '2024-06-05', 'at the close'],
    ['us', '2024-06-06T02:00:00Z', '2024-06-05', 'the evening after'],
    ['us', '2024-01-05T20:30:00Z', '2024-01-04', 'in winter'],
    ['jp', '2024-06-05T06:00:00Z', '2024-06-05', 'at the close in Tokyo, then at three'],
    ['jp', '2024-11-05T06:00:00Z', '2024-11-04', 'half an hour before the close in Tokyo since'],
    ['jp', '2024-11-05T06:30:00Z', '2024-11-05', 'at the close in Tokyo since'],
    ['kr', '2016-07-29T06:00:00Z', '2016-07-29', 'at the close in Seoul, then at three'],
    ['kr', '2016-08-01T06:00:00Z', '2016-07-31', 'half an hour before the close in Seoul since'],
    ['hk', '2024-06-05T08:05:00Z', '2024-06-04', 'in the closing auction of Hong Kong'],
    ['hk', '2016-07-22T08:05:00Z', '2016-07-22', 'after the close in Hong Kong before there was an auction'],
    ['uk', '2024-06-05T15:34:00Z', '2024-06-04', 'in the closing auction of London, in summer'],
    ['eu', '2024-01-05T16:35:00Z', '2024-01-05', 'at the close in Paris, in winter'],
    ['jp', '2024-06-04T23:00:00Z', '2024-06-04', 'before the opening in Tokyo'],
    ['br', '2024-06-05T20:59:00Z', '2024-06-04', 'before the close in São Paulo'],
  ])('returns for market %s at %s the session %s', (market, at, expected) => {
    expect(lastDayEnded(market, at)).toBe(day(expected));
  });

  it('returns null for a market with unknown hours', () => {
    expect(lastDayEnded('nowhere', '2024-06-05T20:00:00Z')).toBe(null);
  });
});

describe('measureEvent', () => {
  it('compares closes 2, 5 and 20 sessions later with the last close before and with the index on the same days', () => {
    // Known after the close of Tuesday, so the base closes are those of Tuesday: 99 and 1,001.
    const { baseDay, returns } = measured(measureEvent('2024-06-04T21:00:00Z', shareOf(), indexOf()));
    expect(baseDay).toBe(MONDAY + 1);
    expect(returns[2]?.abnormalPct).toBeCloseTo((97 / 99 - 1_003 / 1_001) * 100, 10);
    expect(returns[5]?.abnormalPct).toBeCloseTo((94 / 99 - 1_006 / 1_001) * 100, 10);
    expect(returns[20]?.abnormalPct).toBeCloseTo((79 / 99 - 1_021 / 1_001) * 100, 10);
    expect(returns[20]?.isDelisted).toBe(false);
  });

  it('takes the close of the previous day if the event became known during the session', () => {
    expect(measured(measureEvent('2024-06-04T15:00:00Z', shareOf(), indexOf())).baseDay).toBe(MONDAY);
  });

  it('takes the index on the days of the share if their calendars differ', () => {
    const index = indexOf();
    const holiday = index.days.indexOf(MONDAY + 3);
    const sparse = { days: index.days.toSpliced(holiday, 1), closes: index.closes.toSpliced(holiday, 1) };
    const { returns } = measured(measureEvent('2024-06-04T21:00:00Z', shareOf(), sparse));
    // Two sessions later the share is at Thursday, for which the index has its close of Wednesday.
    expect(returns[2]?.abnormalPct).toBeCloseTo((97 / 99 - 1_002 / 1_001) * 100, 10);
  });

  it('returns null for horizons in the future', () => {
    const { returns } = measured(measureEvent('2024-06-04T21:00:00Z', shareOf({}, 5), indexOf(5)));
    expect([returns[2] === null, returns[5], returns[20]]).toEqual([false, null, null]);
    const ahead = measured(measureEvent('2024-06-04T21:00:00Z', shareOf(), indexOf(5)));
    expect([ahead.returns[2] === null, ahead.returns[5]]).toEqual([false, null]);
  });

  it('takes the last close of a delisted share and marks it', () => {
    const { returns } = measured(measureEvent('2024-06-04T21:00:00Z', shareOf({}, 5), indexOf()));
    expect(returns[2]?.isDelisted).toBe(false);
    expect(returns[5]).toEqual({ abnormalPct: expect.closeTo((96 / 99 - 1_006 / 1_001) * 100, 10), isDelisted: true });
    expect(returns[20]?.abnormalPct).toBeCloseTo((96 / 99 - 1_021 / 1_001) * 100, 10);
    // A series three sessions behind its market may not have been fetched yet.
    expect(measured(measureEvent('2024-06-04T21:00:00Z', shareOf({}, 5), indexOf(8))).returns[5]).toBe(null);
  });

  it.each<[string, string, Partial<StudiedShare>, string]>([
    ['before the first close', '2024-05-31T21:00:00Z', {}, 'no_closes'],
    ['six sessions after the last close', '2024-07-23T21:00:00Z', {}, 'suspended'],
    ['at less than one', '2024-06-04T21:00:00Z', { paid: Array.from({ length: 30 }, () => 0.99) }, 'low_price'],
    [
      'four of five sessions without a trade',
      '2024-06-07T21:00:00Z',
      { volumes: Array.from({ length: 30 }, (_, at) => (at === 2 ? 5 : 0)) },
      'illiquid',
    ],
    [
      'closes in another unit',
      '2024-06-04T21:00:00Z',
      { faults: [{ from: MONDAY + 7, until: MONDAY + 7 }] },
      'faulty_closes',
    ],
    ['of a market whose hours are not known', '2024-06-04T21:00:00Z', { marketId: 'nowhere' }, 'no_closes'],
  ])('excludes an event with %s', (_, at, other, reason) => {
    expect(measureEvent(at, shareOf(other), indexOf())).toBe(reason);
  });

  it('measures events just inside the bounds', () => {
    const idle = shareOf({ volumes: Array.from({ length: 30 }, (_, at) => (at < 2 ? 5 : 0)) });
    expect(measureEvent('2024-06-07T21:00:00Z', idle, indexOf())).toHaveProperty('baseDay');
    expect(measureEvent('2024-07-19T21:00:00Z', shareOf(), indexOf())).toHaveProperty('baseDay');
    const fault = shareOf({ faults: [{ from: MONDAY - 20, until: MONDAY - 1 }] });
    expect(measureEvent('2024-06-04T21:00:00Z', fault, indexOf())).toHaveProperty('baseDay');
    expect(
      measureEvent('2024-06-04T21:00:00Z', shareOf({ paid: shareOf().days.map(() => 1) }), indexOf()),
    ).toHaveProperty('baseDay');
    // Adjusted closes of the distant past are small, and the prices paid are unknown.
    const restated = shareOf({ closes: shareOf().closes.map(close => close / 1_000), paid: null });
    expect(measureEvent('2024-06-04T21:00:00Z', restated, indexOf())).toHaveProperty('baseDay');
  });
});

describe('placesOfRepeated', () => {
  it('counts the first event within twenty sessions and the next one after them', () => {
    const moments = ['2024-06-03', '2024-06-10', '2024-07-01', '2024-07-02', '2024-07-20'].map(
      date => `${date}T21:00:00Z`,
    );
    // 2024-07-01 is the twentieth session after 2024-06-03, 2024-07-02 the twenty-first.
    expect([...placesOfRepeated(moments, 'us', indexOf())]).toEqual([1, 2, 4]);
  });
});

import { fromNewYorkClock, type Instant, type IsoDate, newYorkClock, parseDay } from '../../../kernel/dates.ts';
import { baseForm } from '../filings/form-categories.ts';
import { isEdgarDay, nextEdgarDay } from './edgar-calendar.ts';

/** The time zone of a response's `acceptanceDateTime`, which ends in `Z` in either case. */
export type ClockHabit = 'utc' | 'new_york';

/** The acceptance of one row of a submissions response. */
export interface AcceptanceRow {
  /** `2020-07-30T18:55:04.000Z` */
  stated: string;
  filingDate: IsoDate;
  form: string;
}

/** How well a reading agrees with EDGAR's hours and with the legal filing date. */
type Fit = 'good' | 'doubtful' | 'bad';

/** Fewer rows than these agree by chance. */
const ENOUGH_VOTES = 3;
const ENOUGH_SHARE = 0.8;

/**
 * Which clock a filer's rows run on. The registry writes UTC for most filers and New York's clock for the others, the
 * same for all rows of one. A row votes if only one of its readings agrees with EDGAR's office hours (06:00 to 22:00
 * New York on an open day) and with its filing date, or if one is midnight: New York's midnight means "that day".
 * Null if the votes are too few or divided.
 */
export function clockHabit(rows: readonly AcceptanceRow[]): ClockHabit | null {
  let utc = 0;
  let newYork = 0;
  for (const row of rows) {
    const vote = voteOf(row);
    if (vote === 'utc') utc++;
    if (vote === 'new_york') newYork++;
  }
  const votes = utc + newYork;
  if (votes < ENOUGH_VOTES) return null;
  if (utc / votes >= ENOUGH_SHARE) return 'utc';
  return newYork / votes >= ENOUGH_SHARE ? 'new_york' : null;
}

function voteOf(row: AcceptanceRow): ClockHabit | null {
  const stated = statedClock(row.stated);
  if (stated === null) return null;
  if (isMidnight(stated.time)) return 'new_york';
  if (isMidnight(newYorkClock(`${stated.date}T${stated.time}Z`).time)) return 'utc';
  const [utcFit, newYorkFit] = fits(row);
  if (utcFit === 'good' && newYorkFit !== 'good') return 'utc';
  return newYorkFit === 'good' && utcFit !== 'good' ? 'new_york' : null;
}

/**
 * The instant of acceptance, `undecided` where both readings are as good and the filer's habit is not known; null where
 * the registry states no time of day (midnight, as filings before about 2002 have) or nothing that is a time.
 */
export function readAcceptance(row: AcceptanceRow, habit: ClockHabit | null): Instant | null | 'undecided' {
  const stated = statedClock(row.stated);
  if (stated === null) return null;
  const asUtc = `${stated.date}T${stated.time}Z`;
  const utcClock = newYorkClock(asUtc);
  if (habit === null && (isMidnight(stated.time) || isMidnight(utcClock.time))) return null;
  const reading = habit ?? likelierReading(row);
  if (reading === null) return 'undecided';
  if (isMidnight(reading === 'utc' ? utcClock.time : stated.time)) return null;
  return reading === 'utc' ? asUtc : fromNewYorkClock(stated.date, stated.time);
}

function likelierReading(row: AcceptanceRow): ClockHabit | null {
  const [utcFit, newYorkFit] = fits(row);
  if (utcFit === newYorkFit) return null;
  if (utcFit === 'good' || newYorkFit === 'bad') return 'utc';
  return 'new_york';
}

function isMidnight(time: string): boolean {
  return time === '00:00:00';
}

function fits(row: AcceptanceRow): [utc: Fit, newYork: Fit] {
  const stated = statedClock(row.stated);
  if (stated === null) return ['bad', 'bad'];
  return [fitOf(newYorkClock(`${stated.date}T${stated.time}Z`), row), fitOf(stated, row)];
}

function fitOf(clock: { date: IsoDate; time: string }, row: AcceptanceRow): Fit {
  if (clock.time < '06:00:00' || clock.time > '22:00:00' || !isEdgarDay(clock.date)) return 'bad';
  if (clock.date === row.filingDate) {
    return clock.time <= '17:30:59' || mayBeFiledInTheEvening(row.form, row.filingDate) ? 'good' : 'doubtful';
  }
  if (nextEdgarDay(clock.date) === row.filingDate) return clock.time >= '17:30:00' ? 'good' : 'bad';
  return 'doubtful';
}

const EVENING_FORMS = /^(?:3|4|5|144)$|MEF$/;

/** Filings that carry the day's date until 22:00 (Regulation S-T, 17 CFR 232.13): Section 16 reports, 144, 462(b), and 13D/G since 2024-02-05. */
function mayBeFiledInTheEvening(formType: string, filingDate: IsoDate): boolean {
  const form = baseForm(formType);
  return EVENING_FORMS.test(form) || (filingDate >= '2024-02-05' && /^SC(?:HEDULE)? 13[DG]$/.test(form));
}

function statedClock(stated: string): { date: IsoDate; time: string } | null {
  const match = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?Z?$/.exec(stated);
  const [, date = '', time = ''] = match ?? [];
  return parseDay(date) === null ? null : { date, time };
}

/**
 * When a filing was public: its acceptance if that was on the legal filing date (New York) or, the date
 * having been set back, after it; else 06:00 New York on the filing date, when EDGAR opens for dissemination.
 */
export function knownAt(filingDate: IsoDate, acceptedAt: Instant | null): Instant {
  if (acceptedAt !== null && newYorkClock(acceptedAt).date === filingDate) return acceptedAt;
  const opening = fromNewYorkClock(filingDate, '06:00:00');
  return acceptedAt !== null && acceptedAt > opening ? acceptedAt : opening;
}

import { type Instant, parseDay, toInstant } from '../../kernel/dates.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Time zones of RFC 822 §5.1, in minutes ahead of UTC; military letters carry no information (RFC 5322 §4.3). */
const ZONES: Readonly<Record<string, number>> = {
  GMT: 0,
  UT: 0,
  UTC: 0,
  Z: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

const DATE =
  /^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([A-Za-z]{1,3}|[+-]\d{2}:?\d{2})$/;

/** Dates before 1970 or in the year 9999 are placeholders. */
const END_MS = Date.UTC(9999, 0, 1);

/**
 * The instant of an RSS 2.0 date (RFC 822 with a four-digit year, seconds optional). Null for any other text, and for a
 * date without a zone or with an undefined one.
 */
export function parseRssDate(text: string): Instant | null {
  const match = DATE.exec(text.trim());
  if (match === null) return null;
  const [, day = '', monthName = '', year = '', hour = '', minute = '', second = '00', zone = ''] = match;
  const month = String(MONTHS.indexOf(monthName.toLowerCase()) + 1).padStart(2, '0');
  const date = `${year}-${month}-${day.padStart(2, '0')}`;
  const ahead = minutesAhead(zone);
  if (parseDay(date) === null || ahead === null) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wallMs = Date.parse(`${date}T${hour.padStart(2, '0')}:${minute}:${second}Z`);
  const epochMs = wallMs - ahead * 60_000;
  return epochMs < 0 || epochMs >= END_MS ? null : toInstant(epochMs);
}

function minutesAhead(zone: string): number | null {
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (offset === null) return ZONES[zone.toUpperCase()] ?? null;
  const [, sign, hours, minutes] = offset;
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > 14 * 60 || Number(minutes) > 59) return null;
  return sign === '-' ? -ahead : ahead;
}

import { type Day, type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import type { XmlElement } from './xml-element.ts';

export interface XbrlPeriod {
  /** First day; null for an instant and for `forever`. */
  periodStart: IsoDate | null;
  /** Last day; null for `forever`. */
  periodEnd: IsoDate | null;
}

const DATE =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?$/;

/**
 * Converts an `xbrli:period` to days (XBRL 2.1 §4.7.2); a text states why it is invalid. An end at midnight belongs to
 * the previous day. Time zones are ignored, since the day is the filer's own.
 */
export function parsePeriod(period: XmlElement): XbrlPeriod | string {
  const part = (localName: string): string | null =>
    period.children.find(child => child.localName === localName)?.text.trim() ?? null;
  if (part('forever') !== null) return { periodStart: null, periodEnd: null };

  const instant = part('instant');
  if (instant !== null) {
    const day = lastDay(instant);
    return day === null ? `instant ${shown(instant)} is not a date` : { periodStart: null, periodEnd: toIsoDate(day) };
  }

  const [start, end] = [part('startDate'), part('endDate')];
  if (start === null || end === null) return 'the period has neither an instant nor both startDate and endDate';
  const [first, last] = [firstDay(start), lastDay(end)];
  if (first === null) return `startDate ${shown(start)} is not a date`;
  if (last === null) return `endDate ${shown(end)} is not a date`;
  if (first > last) return `the period ends (${end}) before it starts (${start})`;
  return { periodStart: toIsoDate(first), periodEnd: toIsoDate(last) };
}

/**
 * Converts a period of xBRL-JSON to days (OIM §5.3): `start/end` or one instant, dates with times. A text states why it
 * is invalid.
 */
export function parsePeriodText(text: string): XbrlPeriod | string {
  const [start = '', end, ...rest] = text.split('/');
  if (rest.length > 0) return `${shown(text)} is not a period`;
  const last = lastDay(end ?? start);
  if (last === null) return `${shown(text)} ends with no date`;
  if (end === undefined) return { periodStart: null, periodEnd: toIsoDate(last) };
  const first = firstDay(start);
  if (first === null) return `${shown(text)} starts with no date`;
  if (first > last) return `the period ${shown(text)} ends before it starts`;
  return { periodStart: toIsoDate(first), periodEnd: toIsoDate(last) };
}

function firstDay(text: string): Day | null {
  const moment = parseMoment(text);
  if (moment === null) return null;
  return moment.seconds === DAY_SECONDS ? moment.day + 1 : moment.day;
}

function lastDay(text: string): Day | null {
  const moment = parseMoment(text);
  if (moment === null) return null;
  return moment.seconds === 0 ? moment.day - 1 : moment.day;
}

const DAY_SECONDS = 86_400;

/** Day and seconds since its start; null seconds for a date without a time. */
function parseMoment(text: string): { day: Day; seconds: number | null } | null {
  const match = DATE.exec(text);
  const day = parseDay(match?.[1] ?? '');
  if (match === null || day === null || day < FIRST_DAY) return null;
  if (match[2] === undefined) return { day, seconds: null };
  const [hours, minutes, rest] = [Number(match[2]), Number(match[3]), Number(match[4])];
  const seconds = hours * 3600 + minutes * 60 + rest;
  return minutes < 60 && rest < 60 && seconds <= DAY_SECONDS ? { day, seconds } : null;
}

/** 0001-01-02: the previous day must be a valid date too. */
const FIRST_DAY: Day = parseDay('0001-01-02') ?? 0;

function shown(text: string): string {
  return `"${text.slice(0, 40)}"`;
}

import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';

/** The registry's key of a company, eight digits; null for other texts. Leading zeros may be missing. */
export function corpCode(text: unknown): string | null {
  const digits = typeof text === 'string' ? text.trim() : '';
  return /^\d{1,8}$/.test(digits) && !/^0*$/.test(digits) ? digits.padStart(8, '0') : null;
}

/** `dart:00126380` */
export function canonicalKeyOfCorp(code: string): string {
  return `dart:${code}`;
}

/** A code of the Korea Exchange, six characters, newer ones with letters; null for other texts. */
export function stockCode(text: unknown): string | null {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return /^[0-9][0-9A-Z]{5}$/.test(code) ? code : null;
}

/** A receipt number: day of receipt and a serial number, 14 digits; null for other texts. */
export function receiptNumber(text: unknown): string | null {
  const digits = typeof text === 'string' ? text.trim() : '';
  return /^\d{14}$/.test(digits) && dateOfReceipt(digits) !== null ? digits : null;
}

/** The receipt number in the name of a file; null if it has none. */
export function receiptNumberIn(fileName: string): string | null {
  return receiptNumber(/(?<!\d)(\d{14})(?!\d)/.exec(fileName)?.[1]);
}

/** The day of receipt, which a receipt number begins with. */
export function dateOfReceipt(receipt: string): IsoDate | null {
  return compactDate(receipt.slice(0, 8));
}

/** `20240131`, `2024-01-31` or `2024.01.31`; null for anything else. */
export function compactDate(text: unknown): IsoDate | null {
  if (typeof text !== 'string') return null;
  const match = /^(\d{4})[-.]?(\d{2})[-.]?(\d{2})$/.exec(text.trim());
  const day = match === null ? null : parseDay(`${match[1]}-${match[2]}-${match[3]}`);
  return day === null ? null : toIsoDate(day);
}

/**
 * When a filing was public. The registry states no times: the end of the day of receipt in Seoul (UTC+9, no
 * summer time since 1988) is when it was out for certain.
 */
export function knownAt(receivedOn: IsoDate): Instant {
  return `${receivedOn}T15:00:00Z`;
}

/** Today in Seoul. */
export function todayInSeoul(now: Date): IsoDate {
  return new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10);
}

import { z } from 'zod';
import { isCurrency } from '../../kernel/codes/currencies.ts';
import { parseDay } from '../../kernel/dates.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';

/** Parameters that many operations share; each bounded, none empty, none with a NUL or a lone surrogate (PostgreSQL takes neither). */

export function text(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine(given => !given.includes('\u0000'), { error: 'may not contain a NUL character' })
    .refine(isWhole, NOT_WHOLE)
    .refine(given => given.length === 0 || given.trim() !== '', { error: 'may not be blank' });
}

/** Whether a text has no half of a surrogate pair. */
export function isWhole(given: string): boolean {
  return given.isWellFormed();
}

export const NOT_WHOLE = { error: 'may not contain half a character' };

export const ticker = text(32).describe(
  'Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too.',
);
export const cnTicker = text(16).describe('Ticker on a mainland Chinese exchange.');
export const hkTicker = text(16).describe('Stock code in Hong Kong, with or without leading zeros.');
export const marketId = text(16)
  .trim()
  .toLowerCase()
  .describe('Market of the catalog: us, jp, hk, kr, cn, eu, uk, br.');

export const lei = text(32)
  .trim()
  .toUpperCase()
  .refine(isLei, { error: 'is no legal entity identifier: its check digits do not fit' })
  .describe('Legal entity identifier (ISO 17442), check digits verified.');

export const isin = text(16)
  .trim()
  .toUpperCase()
  .refine(isIsin, { error: 'is no ISIN: its check digit does not fit' })
  .describe('International securities identification number (ISO 6166), check digit verified.');

/** A currency that exists or existed; whether there are rates of it the store says. */
export const currency = text(3).trim().toUpperCase().refine(isCurrency, { error: 'is no currency of ISO 4217' });

export const canonicalKey = text(64).describe('Canonical key of an issuer, such as cik:320193.');

export const filingIdParameter = text(128).describe(
  'Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it.',
);

export const date = text(10)
  .refine(given => parseDay(given) !== null, { error: 'is no calendar date of the form YYYY-MM-DD' })
  .meta({ format: 'date' });

/** A moment, with its offset. */
export const moment = z.iso
  .datetime({ offset: true, error: 'is no moment of the form 2026-01-31T09:30:00Z' })
  // ISO 8601 has a year 0, PostgreSQL has none.
  .refine(given => !given.startsWith('0000-'), { error: 'is before the year 1' });

export const formTypes = z
  .array(text(64))
  .max(50)
  .describe('Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A.');

export const sinceYear = z
  .int()
  .min(1990)
  .max(2100)
  .describe('Only filings whose period ends in this year or later; one without a period counts by its filing date.');

/** A page's size. */
export function limit(max: number, byDefault: number) {
  return z.int().min(1).max(max).default(byDefault).describe(`Rows at most, 1 to ${max}.`);
}

/** For rules over several parameters: tells their fault beside those of single parameters, not only once these are gone. */
export const besideOtherFaults = { when: () => true };

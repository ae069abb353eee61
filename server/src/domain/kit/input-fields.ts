import { z } from 'zod';
import { parseDay } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { isIsin, isLei } from '../../kernel/identifiers/check-digits.ts';
import { isCurrency } from '../../kernel/iso-codes.ts';

/** Parameters that many operations share. Each is bounded and non-empty, without NUL or lone surrogates, which PostgreSQL rejects. */

export function text(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine(given => !given.includes('\u0000'), { error: 'must not contain a NUL character' })
    .refine(isWhole, NOT_WHOLE)
    .refine(given => given.length === 0 || given.trim() !== '', { error: 'must not be blank' });
}

/** Whether a text has no lone surrogate. */
export function isWhole(given: string): boolean {
  return given.isWellFormed();
}

export const NOT_WHOLE = { error: 'must not contain a lone surrogate' };

export const ticker = text(32).describe(
  'Ticker of a listing, case-insensitive. BRK.B, BRK-B and BRK/B are equivalent; a code before or after it names the market (7203.T, 7203 JP, TYO:7203).',
);
export const cnTicker = text(16).describe('Ticker on a mainland Chinese exchange.');
export const hkTicker = text(16).describe('Stock code in Hong Kong, with or without leading zeros.');
export const marketId = text(16)
  .trim()
  .toLowerCase()
  .describe('Market id from the catalog: us, jp, hk, kr, cn, eu, uk, br.');

export const lei = text(32)
  .trim()
  .toUpperCase()
  .refine(isLei, { error: 'must be a legal entity identifier with valid check digits' })
  .describe('Legal entity identifier (ISO 17442), check digits verified.');

export const isin = text(16)
  .trim()
  .toUpperCase()
  .refine(isIsin, { error: 'must be an ISIN with a valid check digit' })
  .describe('International securities identification number (ISO 6166), check digit verified.');

/** A current or historical currency. Whether exchange rates are stored for it is checked later. */
export const currency = text(3).trim().toUpperCase().refine(isCurrency, { error: 'must be an ISO 4217 currency code' });

export const canonicalKey = text(64).describe('Canonical key of an issuer, such as cik:320193.');

export const personSlug = text(128).describe('Slug of the person; only its last eight hex digits are significant.');

export const filingIdParameter = text(128).describe(
  'Filing id as in listings (sec-edgar:0000320193-24-000123) or its UUID form as in webhooks.',
);

export const date = text(10)
  .refine(given => parseDay(given) !== null, { error: 'must be a calendar date of the form YYYY-MM-DD' })
  .meta({ format: 'date' });

/** The longest instant: PostgreSQL rejects fractions of hundreds of digits. */
const MAX_INSTANT_LENGTH = 40;
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');

/**
 * An instant with its UTC offset. PostgreSQL has no year 0 and no offset of 16 hours or more, and responses have no year
 * of five digits.
 */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be an instant of the form 2026-01-31T09:30:00Z', abort: true })
  .max(MAX_INSTANT_LENGTH, { abort: true })
  .regex(/(Z|[+-](0\d|1[0-5]):\d\d)$/, { error: 'must have a UTC offset between -15:59 and +15:59', abort: true })
  .regex(/^(?!0000)/, { error: 'must have a year from 1', abort: true })
  .refine(given => Date.parse(given) >= FIRST_MS && Date.parse(given) <= LAST_MS, {
    error: 'must be between the years 1 and 9999 in UTC',
  });

export const formTypes = z
  .array(text(64))
  .max(50)
  .describe('Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A.');

export const sinceYear = z
  .int()
  .min(1990)
  .max(2100)
  .describe(
    'Only filings whose period ends in this year or later. Filings without a period are filtered by filing date.',
  );

/** The page size. */
export function limit(max: number, byDefault: number) {
  return z.int().min(1).max(max).default(byDefault).describe(`Maximum number of rows, 1 to ${max}.`);
}

/** For rules over several parameters: reports their errors together with those of single parameters. */
export const alwaysCheck = { when: () => true };

/** An input error that the schema cannot detect; reported like those that it can (422, HTTPValidationError). */
export function invalidInput(
  place: 'query' | 'path' | 'body',
  name: string,
  message: string,
  input: unknown,
): AsfiledError {
  return new AsfiledError('validation_error', message, {
    detail: [{ loc: [place, name], msg: message, type: 'value_error', input }],
  });
}

/** Parameters of routes that take a ticker. */
export const listing = {
  ticker,
  market: marketId
    .optional()
    .describe("Market of the listing. Default: the ticker's only market, else the home market of the company."),
  market_id: marketId.optional().describe('Synonym of market; if both are given, they must agree.'),
  isin: isin.optional(),
};

interface Markets {
  market?: string | undefined;
  market_id?: string | undefined;
}

/** The listing that an input with {@link listing} names. */
export function listingOf(given: Markets & { ticker: string; isin?: string | undefined }) {
  return { ticker: given.ticker, market_id: given.market ?? given.market_id, isin: given.isin };
}

/** Refines an input that has {@link listing}. */
export function marketsAgree({ market, market_id }: Markets): boolean {
  return market === undefined || market_id === undefined || market === market_id;
}

/** Refines an input that has `since` and `until`. */
export function sinceBeforeUntil({
  since,
  until,
}: {
  since?: string | undefined;
  until?: string | undefined;
}): boolean {
  return since === undefined || until === undefined || since <= until;
}

export const UNTIL_BEFORE_SINCE = { ...alwaysCheck, error: 'must not be before since', path: ['until'] };

export const MARKETS_DISAGREE = { ...alwaysCheck, error: 'must equal market', path: ['market_id'] };

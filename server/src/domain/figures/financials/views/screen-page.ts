import { z } from 'zod';
import { type Database, empty } from '../../../../db/database.ts';
import { DatabaseError } from '../../../../db/database-error.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { asOfFields, asOfOf, dayAsOf } from '../../../kit/as-of.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import type { Conversion } from '../../currencies/rules/convert-period.ts';
import { readsCurrent } from '../../measures/rules/expressions/expression.ts';
import { type AmountSql, expressionSql } from '../../measures/views/expression-sql.ts';
import { countStaleHistories } from '../history-store.ts';
import { RULES_VERSION } from '../rules/financials.ts';
import { MARKET_CAP, trailingAmount } from '../rules/periods/current-amounts.ts';
import { renderConversion } from './conversion.ts';
import { conversion, validationStatus } from './financial-shapes.ts';
import { findUnknown } from './screen-companies.ts';
import { rateKindOfCode, type ScreenConversion, type Span } from './screen-conversion.ts';
import { HISTORY_YEARS } from './screen-question.ts';
import {
  type DatedQuestion,
  expressionsOf,
  type FoundRow,
  findConverted,
  type Place,
  type ScreenQuestion,
  whyEmpty,
} from './screen-rows.ts';

export const screenRow = z
  .object({
    entity: entityRef,
    fiscal_year: z.int(),
    period_end: isoDate,
    currency: z
      .string()
      .describe('ISO 4217 currency of the amounts of this row: the requested one, or that of the filing.'),
    conversions: z
      .array(conversion)
      .optional()
      .describe('Only with the parameter currency: how amounts were converted; empty if none needed conversion.'),
    filing_id: z.string().describe('The newest filing that presents the year.'),
    kpi_validation_status: validationStatus,
    trailing: z
      .object({
        period_start: isoDate,
        period_end: isoDate,
        filing_id: z.string().describe('The newest filing that presents it.'),
      })
      .optional()
      .describe(
        'Only if columns read figures of the newest trailing twelve months or the most recent quarter, and the company has them: the span of these figures. The quarter ends on its last day.',
      ),
    values: z
      .record(z.string(), z.number().nullable())
      .describe(
        'The requested columns by code or formula as given, in whole units, ratios as fractions; null without a value or without a stored rate that converts it (see conversions).',
      ),
    history: z
      .array(z.object({ fiscal_year: z.int(), value: z.number().nullable() }))
      .optional()
      .describe(
        `Only with history_of: up to ${HISTORY_YEARS} fiscal years up to that of the row, oldest first, in the currency of the filing; null if there is no value in that currency.`,
      ),
  })
  .meta({ id: 'FinancialsScreenRow' });

export const notFound = z
  .array(z.string())
  .optional()
  .describe('Only with tickers: those of the request that no company has, as given.');

export const notComputed = z
  .int()
  .optional()
  .describe(
    'Only with as_of, or with figures of trailing years: number of companies whose history is not computed yet from their newest facts by the current rules; their rows are missing or older.',
  );

export const financialsScreen = z
  .object({
    items: z.array(screenRow),
    total: z.int().describe('Number of matching companies, on all pages.'),
    currencies: z
      .array(z.string())
      .describe('Currencies of the rows of this page; amounts in different currencies are not comparable.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    not_found: notFound,
    ...asOfFields,
    not_computed: notComputed,
    ...fresh,
    data_as_of: instant.nullable(),
  })
  .meta({ id: 'FinancialsScreenOut' });

/** The page of a screen after `cursor`. Throws `invalid_cursor`, or `bad_request` if a formula exceeds the range of numbers. */
export async function screenPage(
  { db, now }: { db: Database; now: Date },
  question: ScreenQuestion,
  { limit: size, cursor }: { limit: number; cursor?: string | undefined },
): Promise<z.input<typeof financialsScreen>> {
  const after = cursor === undefined ? null : fromCursor('screenFinancials', question, cursor, place);
  const dated = { ...question, day: dayAsOf(question.as_of, now) };
  const needsHistory = question.as_of !== undefined || expressionsOf(question).some(readsCurrent);
  const { found, converted } = await findConverted(db, dated, after, size + 1).catch(refuseOutOfRange);
  const page = found.slice(0, size);
  const last = page.at(-1);
  const isMore = found.length > size && last !== undefined;
  return {
    items: page.map(row => toRow(row, dated, converted)),
    total: page[0]?.total ?? (after === null ? 0 : after.total),
    currencies: [...new Set(page.map(row => question.currency ?? row.currency))].sort(),
    next_cursor: isMore
      ? toCursor('screenFinancials', question, [String(last.sorted ?? ''), last.issuer_id, String(last.total)])
      : null,
    ...(question.tickers && { not_found: await findUnknown(db, question.tickers, question.market_id) }),
    ...asOfOf(question.as_of, now, RULES_VERSION),
    ...(needsHistory && { not_computed: await countStaleHistories(db, RULES_VERSION) }),
    data_as_of: newest(page),
    empty_reason: page.length > 0 || after !== null ? null : await whyEmpty(db, question),
  };
}

const place = z
  .tuple([z.union([z.literal(''), z.coerce.number()]), z.string().regex(/^\d{1,18}$/), z.coerce.number().int().min(0)])
  .transform(([sorted, issuerId, total]): Place => ({ sorted: sorted === '' ? null : sorted, issuerId, total }));

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

/** Whether a formula of a screen exceeded the range of numbers for a company. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof DatabaseError && error.sqlState === NUMERIC_VALUE_OUT_OF_RANGE;
}

function refuseOutOfRange(error: unknown): never {
  if (!isOutOfRange(error)) throw error;
  throw new AsfiledError(
    'bad_request',
    'A formula of where, columns or sort exceeds the range of numbers for a company.',
  );
}

function toRow(
  found: FoundRow,
  question: DatedQuestion,
  converted: ScreenConversion | null,
): z.input<typeof screenRow> {
  const { columns: shown, currency: to } = question;
  return {
    entity: toEntityRef(found),
    fiscal_year: found.fiscal_year,
    period_end: found.period_end,
    currency: to ?? found.currency,
    ...(converted === null ? {} : { conversions: conversionsOf(found, question, converted) }),
    filing_id: filingId(found.registry, found.native_id),
    kpi_validation_status: found.status,
    ...(found.trailing_end === null ? {} : { trailing: toTrailing(found) }),
    values: Object.fromEntries(shown.map(({ key }, at) => [key, found.amounts[at] ?? null])),
    ...(found.history === null ? {} : { history: found.history }),
  };
}

function toTrailing(found: FoundRow): z.input<typeof screenRow>['trailing'] {
  const { trailing_start: start, trailing_end: end, trailing_native_id: nativeId } = found;
  if (start === null || end === null || nativeId === null) return undefined;
  return { period_start: start, period_end: end, filing_id: filingId(found.registry, nativeId) };
}

/** Rates that converted the amounts of the shown columns: of the year, of the trailing year, and of the day. */
function conversionsOf(
  found: FoundRow,
  { columns: shown, day }: DatedQuestion,
  converted: ScreenConversion,
): z.input<typeof conversion>[] {
  const { average } = converted.of(found);
  if (average.from === average.to) return [];
  const used = new Set<Conversion>();
  const noteRate: AmountSql = (name, _years, isConverted) => {
    const kind = isConverted ? rateKindOfCode(name) : null;
    const span = spanOf(name, found, day);
    if (kind !== null && span !== null) used.add(converted.of(span)[kind]);
    return empty;
  };
  for (const { expression } of shown) expressionSql(expression, noteRate);
  return [...used].sort((a, b) => compareText(a.kind, b.kind)).map(renderConversion);
}

/** The span whose rates convert an amount; null if the company lacks it. */
function spanOf(name: string, found: FoundRow, day: string): Span | null {
  const { currency: from, trailing_start: start, trailing_end: end } = found;
  if (name === MARKET_CAP) return { currency: from, period_start: day, period_end: day };
  if (trailingAmount(name) === null) return found;
  return start === null || end === null ? null : { currency: from, period_start: start, period_end: end };
}

function newest(page: readonly FoundRow[]): string | null {
  const instants = page.flatMap(row => row.data_as_of ?? []);
  return instants.length === 0 ? null : instants.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}

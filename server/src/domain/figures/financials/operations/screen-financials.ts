import { z } from 'zod';
import { empty } from '../../../../db/database.ts';
import { DatabaseError } from '../../../../db/database-error.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { asOf, asOfFields, asOfOf } from '../../../kit/as-of.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import { currency, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { type AmountSql, expressionSql } from '../../measures/views/expression-sql.ts';
import { countStaleHistories } from '../history-store.ts';
import { RULES_VERSION } from '../rules/financials.ts';
import { renderConversion } from '../views/conversion.ts';
import { conversion, validationStatus } from '../views/financial-shapes.ts';
import { findUnknown } from '../views/screen-companies.ts';
import { rateKindOfCode, type ScreenConversion } from '../views/screen-conversion.ts';
import { type Column, column, columns, filters, sort, tickers, where } from '../views/screen-question.ts';
import {
  type FoundRow,
  findConverted,
  HISTORY_YEARS,
  type Place,
  type ScreenQuestion,
  whyEmpty,
} from '../views/screen-rows.ts';

const year = z.int().min(1900).max(2100);

const row = z
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

const notFound = z
  .array(z.string())
  .optional()
  .describe('Only with tickers: those of the request that no company has, as given.');

const notComputed = z
  .int()
  .optional()
  .describe(
    'Only with as_of: number of companies whose history is not computed yet from their newest facts by the current rules; their rows are missing or older.',
  );

const compactScreen = z
  .object({
    items: z.array(
      row
        .pick({ entity: true, fiscal_year: true, currency: true, filing_id: true, values: true, history: true })
        .extend({
          flags: z
            .array(z.string())
            .optional()
            .describe(
              'By code, only for values with flags: the validation status if it is not published, and converted.',
            ),
        }),
    ),
    total: z.int(),
    currencies: z.array(z.string()),
    next_cursor: z.string().nullable(),
    not_found: notFound,
    ...asOfFields,
    not_computed: notComputed,
    ...fresh,
    data_as_of: instant.nullable(),
  })
  .meta({ id: 'CompactFinancialsScreen', description: 'FinancialsScreenOut without conversions and dates.' });

const fullScreen = operation({
  name: 'screenFinancials',
  route: 'GET /api/v1/financials/screen',
  tool: 'screen_financials',
  summary: 'Companies screened by line items',
  description:
    'Companies whose values of a fiscal year (by default the newest of each) match all filters and the condition where, one row per company, ordered by a line item, a measure or a formula. Amounts are in the reporting currency of each company. With the parameter currency, filters, order and columns use converted amounts: flows at the average of the daily reference rates of the year, balances at the closing rate of its last day, and each row lists its rates. companies/financials returns the filing, concept and method of each value. Unknown tickers are listed in not_found. A page costs 10 credits.',
  tag: 'Financials',
  plan: 'free',
  credits: 10,
  errors: ['bad_request', 'invalid_cursor', 'not_found'],
  input: z.strictObject({
    filters: filters.optional(),
    where: where.optional(),
    columns,
    sort,
    fiscal_year: year.optional().describe('The fiscal year of all rows; by default the newest of each company.'),
    fiscal_year_from: year.optional().describe('Only companies whose fiscal year in the row is this one or later.'),
    market_id: marketId.optional(),
    tickers: tickers.optional(),
    currency: currency
      .optional()
      .describe(
        'Convert amounts to this currency (ISO 4217) at the stored reference rates; as filed by default. An amount without a rate is null.',
      ),
    reported_currency: currency.optional().describe('Only companies that report in this currency (ISO 4217).'),
    history_of: column
      .optional()
      .describe(`Adds the last ${HISTORY_YEARS} fiscal years of this code to each row, never converted.`),
    as_of: asOf
      .optional()
      .describe(
        'Only figures that had become known by the end of this day (UTC). The newest fiscal year is then the newest known. Names, listings and the grouping of registrants are the current ones.',
      ),
    limit: limit(200, 50),
    cursor: text(512).optional().describe('next_cursor of the previous page.'),
  }),
  output: z
    .object({
      items: z.array(row),
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
    .meta({ id: 'FinancialsScreenOut' }),
  example: {
    filters: 'revenue.gte.1e11,gross_margin.gte.0.3',
    columns: 'revenue,gross_margin',
    sort: '-revenue',
    limit: 3,
  },
  async run({ db, now }, { cursor, limit: size, ...question }) {
    const after = cursor === undefined ? null : fromCursor('screenFinancials', question, cursor, place);
    const { found, converted } = await findConverted(db, question, after, size + 1).catch(refuseOutOfRange);
    const page = found.slice(0, size);
    const last = page.at(-1);
    const isMore = found.length > size && last !== undefined;
    return {
      items: page.map(row => toRow(row, question, converted)),
      total: page[0]?.total ?? (after === null ? 0 : after.total),
      currencies: [...new Set(page.map(row => question.currency ?? row.currency))].sort(),
      next_cursor: isMore
        ? toCursor('screenFinancials', question, [String(last.sorted ?? ''), last.issuer_id, String(last.total)])
        : null,
      ...(question.tickers && { not_found: await findUnknown(db, question.tickers, question.market_id) }),
      ...asOfOf(question.as_of, now, RULES_VERSION),
      ...(question.as_of !== undefined && { not_computed: await countStaleHistories(db, RULES_VERSION) }),
      data_as_of: newest(page),
      empty_reason: page.length > 0 || after !== null ? null : await whyEmpty(db, question),
    };
  },
});

export const screenFinancials = withCompactView(fullScreen, compactScreen, ({ items, ...page }) => ({
  items: items.map(({ entity, fiscal_year, currency: stated, filing_id, values, history, ...rest }) => {
    const flags = [
      ...(rest.kpi_validation_status === 'published' ? [] : [rest.kpi_validation_status]),
      ...((rest.conversions ?? []).length === 0 ? [] : ['converted']),
    ];
    return {
      ...{ entity, fiscal_year, currency: stated, filing_id, values },
      ...(history === undefined ? {} : { history }),
      ...(flags.length === 0 ? {} : { flags }),
    };
  }),
  ...page,
}));

const place = z
  .tuple([z.union([z.literal(''), z.coerce.number()]), z.string().regex(/^\d{1,18}$/), z.coerce.number().int().min(0)])
  .transform(([sorted, issuerId, total]): Place => ({ sorted: sorted === '' ? null : sorted, issuerId, total }));

const NUMERIC_VALUE_OUT_OF_RANGE = '22003';

function refuseOutOfRange(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.sqlState !== NUMERIC_VALUE_OUT_OF_RANGE) throw error;
  throw new AsfiledError(
    'bad_request',
    'A formula of where, columns or sort exceeds the range of numbers for a company.',
  );
}

function toRow(
  found: FoundRow,
  { columns: shown, currency: to }: ScreenQuestion,
  converted: ScreenConversion | null,
): z.input<typeof row> {
  return {
    entity: toEntityRef(found),
    fiscal_year: found.fiscal_year,
    period_end: found.period_end,
    currency: to ?? found.currency,
    ...(converted === null ? {} : { conversions: conversionsOf(found, shown, converted) }),
    filing_id: filingId(found.registry, found.native_id),
    kpi_validation_status: found.status,
    values: Object.fromEntries(shown.map(({ key }, at) => [key, found.amounts[at] ?? null])),
    ...(found.history === null ? {} : { history: found.history }),
  };
}

/** Rates that converted the amounts of the shown columns. */
function conversionsOf(
  found: FoundRow,
  shown: readonly Column[],
  converted: ScreenConversion,
): z.input<typeof conversion>[] {
  const { average, closing } = converted.of(found);
  if (average.from === average.to) return [];
  const kinds = new Set<string | null>();
  const noteKind: AmountSql = (code, _years, isConverted) => {
    if (isConverted) kinds.add(rateKindOfCode(code));
    return empty;
  };
  for (const { expression } of shown) expressionSql(expression, noteKind);
  return [average, closing].filter(conversion => kinds.has(conversion.kind)).map(renderConversion);
}

function newest(page: readonly FoundRow[]): string | null {
  const instants = page.flatMap(row => row.data_as_of ?? []);
  return instants.length === 0 ? null : instants.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
}

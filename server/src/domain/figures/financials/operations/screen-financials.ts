import { z } from 'zod';
import { asOfFields } from '../../../kit/as-of.ts';
import { fresh, instant } from '../../../kit/fields.ts';
import { limit, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { financialsScreen, notComputed, notFound, screenPage, screenRow } from '../views/screen-page.ts';
import { screenAsOf, screenFields } from '../views/screen-question.ts';

const compactScreen = z
  .object({
    items: z.array(
      screenRow
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
    ...screenFields,
    as_of: screenAsOf.optional(),
    limit: limit(200, 50),
    cursor: text(512).optional().describe('next_cursor of the previous page.'),
  }),
  output: financialsScreen,
  example: {
    filters: 'revenue.gte.1e11,gross_margin.gte.0.3',
    columns: 'revenue,gross_margin',
    sort: '-revenue',
    limit: 3,
  },
  async run(context, { cursor, limit: size, ...question }) {
    return screenPage(context, question, { limit: size, cursor });
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

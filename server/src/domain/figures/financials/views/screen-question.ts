import { z } from 'zod';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import { asOf } from '../../../kit/as-of.ts';
import { currency, marketId, text } from '../../../kit/input-fields.ts';
import {
  type Comparator,
  type Condition,
  type Expression,
  workOf,
} from '../../measures/rules/expressions/expression.ts';
import { parseCondition, parseExpression } from '../../measures/rules/expressions/parse-expression.ts';
import { ExpressionError } from '../../measures/rules/expressions/tokens.ts';
import { VOCABULARY } from '../../measures/rules/measures.ts';
import { amountPosition } from '../rules/periods/annual-amounts.ts';

/** Years of `history_of`: enough for a sparkline. */
export const HISTORY_YEARS = 6;

/** A value to return: `key` is the code or the formula as given. */
export interface Column {
  key: string;
  expression: Expression;
}

/** The sort key of the response. */
export interface Order {
  expression: Expression;
  isDescending: boolean;
}

const MAX_FILTERS = 12;
const MAX_COLUMNS = 24;
const MAX_EXPRESSION = 1_000;
/** Work of all columns together. */
const MAX_WORK_OF_COLUMNS = 8_000;
const DEFAULT_COLUMNS = ['revenue', 'net_income', 'total_assets', 'equity', 'operating_cash_flow'];
const COMPARISONS: Record<string, Comparator> = { gte: '>=', gt: '>', lte: '<=', lt: '<' };
const COMPARISON_NAMES = Object.keys(COMPARISONS);

function listOf<T>(most: number, label: string, read: (part: string) => T | string) {
  return text(2048).transform((given, context) => {
    const parts = splitList(given);
    if (parts.length > most) context.addIssue({ code: 'custom', message: `has more than ${most} ${label}` });
    return parts.flatMap(part => {
      const parsed = read(part);
      if (typeof parsed !== 'string') return [parsed];
      context.addIssue({ code: 'custom', message: parsed });
      return [];
    });
  });
}

/** Splits at commas outside parentheses: `mean(revenue, 3)` is one part. */
function splitList(given: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const character of given) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map(part => part.trim());
}

const FILTER = /^([a-z0-9_]+)\.([a-z]+)\.(-?\d{1,18}(?:\.\d{1,9})?(?:e\d{1,2})?)$/i;

function readFilter(part: string): Condition | string {
  const shown = part.slice(0, 64);
  const [, code = '', name = '', value = ''] = FILTER.exec(part) ?? [];
  if (code === '') return `"${shown}" is not a filter. Write filters as revenue.gte.4e8`;
  const left = VOCABULARY.lookUp(code.toLowerCase());
  if (left === null) return `there is no line item or measure "${code.slice(0, 64)}"`;
  const operator = COMPARISONS[name.toLowerCase()];
  if (operator === undefined) return `"${shown}" compares by ${COMPARISON_NAMES.join(', ')}`;
  return { kind: 'comparison', operator, operands: [left, { kind: 'number', value: Number(value) }] };
}

function readColumn(part: string): Column | string {
  const known = VOCABULARY.lookUp(part.toLowerCase());
  if (known !== null) return { key: part.toLowerCase(), expression: known };
  const expression = orMessage(() => parseExpression(part, VOCABULARY));
  return typeof expression === 'string' ? `"${part.slice(0, 64)}" ${expression}` : { key: part, expression };
}

/** What `read` returns, or the message of its {@link ExpressionError}. */
function orMessage<Read>(read: () => Read): Read | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

const filters = listOf(MAX_FILTERS, 'filters', readFilter).describe(
  `Conditions separated by commas, which must all hold: <code>.<${COMPARISON_NAMES.join('|')}>.<number>, such as revenue.gte.4e8,gross_margin.gte.0.3. Amounts in whole units of each company's currency, or of the requested one; ratios as fractions. where accepts any condition.`,
);

const where = text(MAX_EXPRESSION)
  .transform((given, context): Condition => {
    const condition = orMessage(() => parseCondition(given, VOCABULARY));
    if (typeof condition !== 'string') return condition;
    context.addIssue({ code: 'custom', message: condition });
    return z.NEVER;
  })
  .describe(
    'A condition over line items and measures of the fiscal year and earlier ones: revenue_growth_3y > 10% and inventory_growth > revenue_growth and net_debt / ebitda < 2. Operators: + - * / and > >= < <= = != with and, or, not. market_cap, <line item>_ttm and <line item>_mrq are those of the day. Functions: abs(x), positive(x), default(x, y), prior(x, years), growth(x, years), mean, least, greatest, slope and variability(x, years), rises(x), points(condition, …). <code>_growth is the change from the previous year, <code>_growth_<n>y the compound annual growth over n years, as fractions. Numbers may end with %, k, m or bn. A company passes only if the condition is true; a comparison with an unknown value is not.',
  );

const column = text(64).transform((given, context): { code: string } => {
  const code = given.toLowerCase();
  if (amountPosition(code) !== undefined) return { code };
  context.addIssue({ code: 'custom', message: `there is no line item "${given}"` });
  return z.NEVER;
});

const columns = listOf(MAX_COLUMNS, 'columns', readColumn)
  .refine(list => list.reduce((sum, { expression }) => sum + workOf(expression), 0) <= MAX_WORK_OF_COLUMNS, {
    error: `compute more than ${MAX_WORK_OF_COLUMNS} values for each company together, earlier years included`,
  })
  .default(DEFAULT_COLUMNS.map(code => ({ key: code, expression: { kind: 'amount', code } })))
  .describe(
    'Codes and formulas to return, separated by commas: line items and measures of /api/v1/kpi-taxonomy, <code>_growth, <code>_growth_<n>y, or a formula as in where, such as capital_expenditure / revenue.',
  );

const sort = text(MAX_EXPRESSION)
  .transform((given, context): Order => {
    const isDescending = given.startsWith('-');
    const column = readColumn(isDescending ? given.slice(1).trim() : given);
    if (typeof column !== 'string') return { expression: column.expression, isDescending };
    context.addIssue({ code: 'custom', message: column });
    return z.NEVER;
  })
  .default({ expression: { kind: 'amount', code: 'revenue' }, isDescending: true })
  .describe(
    'The code or formula to order by, ascending; a leading minus reverses the order. Companies without a value come last.',
  );

const MAX_TICKERS = 500;
const TICKER = /^(?:([a-z]{2,16})\.)?(.{1,32})$/i;

/** `us.AAPL`, a ticker alone in the requested market, or the canonical key of a company without a ticker. */
export type WantedTicker = { marketId: string | null; ticker: string } | { canonicalKey: string };

const MARKET_IDS = new Set(MARKETS.map(market => market.marketId));
const CANONICAL_KEY = /^[a-z]+:\S+$/;

const tickers = listOf(MAX_TICKERS, 'tickers', (part): WantedTicker | string => {
  if (part === '') return 'has an empty ticker';
  if (CANONICAL_KEY.test(part)) return { canonicalKey: part };
  const [, market, ticker = ''] = TICKER.exec(part) ?? [];
  // BRK.B is a ticker; us.AAPL is a ticker in a market.
  return market !== undefined && MARKET_IDS.has(market.toLowerCase())
    ? { marketId: market.toLowerCase(), ticker }
    : { marketId: null, ticker: part };
}).describe('Only these companies, separated by commas: us.AAPL, AAPL with market_id, or a canonical key.');

/** Position of the amount of a code. Codes were validated when they were parsed. */
export function positionOf(code: string): number {
  const position = amountPosition(code);
  if (position === undefined) throw new Error(`no amount is kept of ${code}`);
  return position;
}

const year = z.int().min(1900).max(2100);

/** The question of a screen, without its day and page. */
export const screenFields = {
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
};

export const screenAsOf = asOf.describe(
  'Only figures that had become known by the end of this day (UTC). The newest fiscal year is then the newest known. Names, listings and the grouping of registrants are the current ones.',
);

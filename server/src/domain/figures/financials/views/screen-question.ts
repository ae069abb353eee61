import { z } from 'zod';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import { text } from '../../../kit/input-fields.ts';
import { amountPosition, GROWTH_OF } from '../rules/periods/annual-amounts.ts';

export const COMPARISONS = ['gte', 'gt', 'lte', 'lt'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A condition on a line item, in whole units of the company's currency or of the requested one; ratios as fractions. */
export interface Filter {
  code: string;
  comparison: Comparison;
  value: number;
}

/** The sort key of the response. */
export interface Order {
  code: string;
  isDescending: boolean;
}

const MAX_FILTERS = 12;
const MAX_COLUMNS = 24;
const DEFAULT_COLUMNS = ['revenue', 'net_income', 'total_assets', 'equity', 'operating_cash_flow'];
const GROWTH_CODES = GROWTH_OF.map(code => `${code}_growth`).join(', ');

function listOf<T>(most: number, label: string, read: (part: string) => T | string) {
  return text(2048).transform((given, context) => {
    const parts = given.split(',').map(part => part.trim());
    if (parts.length > most) context.addIssue({ code: 'custom', message: `has more than ${most} ${label}` });
    return parts.flatMap(part => {
      const parsed = read(part);
      if (typeof parsed !== 'string') return [parsed];
      context.addIssue({ code: 'custom', message: parsed });
      return [];
    });
  });
}

const FILTER = /^([a-z0-9_]+)\.([a-z]+)\.(-?\d{1,18}(?:\.\d{1,9})?(?:e\d{1,2})?)$/i;

function readFilter(part: string): Filter | string {
  const shown = part.slice(0, 64);
  const [, code = '', name = '', value = ''] = FILTER.exec(part) ?? [];
  if (code === '') return `"${shown}" is no filter: write them as revenue.gte.4e8`;
  if (amountPosition(code.toLowerCase()) === undefined) return `there is no line item "${code.slice(0, 64)}"`;
  const comparison = COMPARISONS.find(comparison => comparison === name.toLowerCase());
  if (comparison === undefined) return `"${shown}" compares by ${COMPARISONS.join(', ')}`;
  return { code: code.toLowerCase(), comparison, value: Number(value) };
}

function readColumn(part: string): { code: string } | string {
  const code = part.toLowerCase();
  return amountPosition(code) !== undefined ? { code } : `there is no line item "${part.slice(0, 64)}"`;
}

export const filters = listOf(MAX_FILTERS, 'filters', readFilter).describe(
  `Conditions separated by commas, which must all hold: <code>.<${COMPARISONS.join('|')}>.<number>, such as revenue.gte.4e8,gross_margin.gte.0.3. Amounts in whole units of each company's currency, or of the requested one; ratios as fractions.`,
);

export const column = text(64).transform((given, context): { code: string } => {
  const read = readColumn(given);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

export const columns = listOf(MAX_COLUMNS, 'columns', readColumn)
  .default(DEFAULT_COLUMNS.map(code => ({ code })))
  .describe(
    `Canonical codes to return, separated by commas; /api/v1/kpi-taxonomy lists them. Also available, here and in filters and sort: ${GROWTH_CODES}, the change from the previous fiscal year as a fraction, in the currency of the filings; null without a previous year or if either amount is negative.`,
  );

export const sort = text(128)
  .transform((given, context): Order => {
    const isDescending = given.startsWith('-');
    const column = readColumn(isDescending ? given.slice(1) : given);
    if (typeof column !== 'string') return { code: column.code, isDescending };
    context.addIssue({ code: 'custom', message: column });
    return z.NEVER;
  })
  .default({ code: 'revenue', isDescending: true })
  .describe(
    'The code to order by, ascending; a leading minus reverses the order. Companies without a value come last.',
  );

const MAX_TICKERS = 500;
const TICKER = /^(?:([a-z]{2,16})\.)?(.{1,32})$/i;

/** `us.AAPL`, a ticker alone in the requested market, or the canonical key of a company without a ticker. */
export type WantedTicker = { marketId: string | null; ticker: string } | { canonicalKey: string };

const MARKET_IDS = new Set(MARKETS.map(market => market.marketId));
const CANONICAL_KEY = /^[a-z]+:\S+$/;

export const tickers = listOf(MAX_TICKERS, 'tickers', (part): WantedTicker | string => {
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

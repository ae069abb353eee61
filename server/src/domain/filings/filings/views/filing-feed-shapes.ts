import { z } from 'zod';
import { fresh } from '../../../kit/fields.ts';
import { formTypes, limit, marketId, ticker } from '../../../kit/input-fields.ts';
import { DOCUMENT_CATEGORIES } from '../model/document-taxonomy.ts';
import { filingOfEntity } from './filing-shapes.ts';

/** Days that feeds cover. */
export const FEED_DAYS = 30;

/** The largest offset into a feed. */
export const MOST_SKIPPED = 10_000;

/** Filters and paging of both feeds. */
export const filingFeedInput = {
  limit: limit(100, 50),
  offset: z.int().min(0).max(MOST_SKIPPED).default(0).describe('Filings to skip, 0 to 10,000.'),
  market_id: marketId.optional().describe('Only filings of companies that file in this market.'),
  form_types: formTypes.optional(),
  category: z
    .enum(DOCUMENT_CATEGORIES.map(({ category }) => category))
    .optional()
    .describe('Only filings of this category, such as annual_report.'),
  ticker: ticker.optional().describe('Only filings of the company with this ticker; market_id selects one of several.'),
  watchlist: z
    .boolean()
    .default(false)
    .describe("Only filings of companies on the account's watchlist, regardless of its alert settings."),
};

const feedInput = z.strictObject(filingFeedInput);
export type FilingFeedFilter = Omit<z.output<typeof feedInput>, 'limit' | 'offset'>;

export const filingFeedFields = {
  items: z.array(filingOfEntity).describe('Newest first, by when a filing became known.'),
  ...fresh,
};

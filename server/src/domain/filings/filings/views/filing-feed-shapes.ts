import { z } from 'zod';
import { fresh } from '../../../kit/fields.ts';
import { formTypes, limit, marketId, ticker } from '../../../kit/input-fields.ts';
import { DOCUMENT_CATEGORIES } from '../model/document-taxonomy.ts';
import { filingOfEntity } from './filing-shapes.ts';

/** How far back feeds reach. */
export const FEED_DAYS = 30;

/** How far into a feed its pages go. */
export const MOST_SKIPPED = 10_000;

/** What narrows and pages both feeds. */
export const filingFeedInput = {
  limit: limit(100, 50),
  offset: z.int().min(0).max(MOST_SKIPPED).default(0).describe('Rows to leave out, 0 to 10,000.'),
  market_id: marketId.optional().describe('Only filings of companies that file in this market.'),
  form_types: formTypes.optional(),
  category: z
    .enum(DOCUMENT_CATEGORIES.map(({ category }) => category))
    .optional()
    .describe('Only filings of this category, such as annual_report.'),
  ticker: ticker.optional().describe('Only filings of the company with this ticker; market_id tells which one.'),
  watchlist: z
    .boolean()
    .default(false)
    .describe('Only filings of the companies that the account watches, whatever alerts their entries ask for.'),
};

const feedInput = z.strictObject(filingFeedInput);
export type FilingFeedFilter = Omit<z.output<typeof feedInput>, 'limit' | 'offset'>;

export const filingFeedFields = {
  items: z.array(filingOfEntity).describe('The one that became known last first.'),
  ...fresh,
};

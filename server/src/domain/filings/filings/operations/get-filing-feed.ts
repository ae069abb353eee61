import { z } from 'zod';
import { operation } from '../../../kit/operation.ts';
import {
  countFeed,
  feedQuestion,
  filingFeedFields,
  filingFeedInput,
  freshness,
  readFeed,
} from '../views/filing-feed.ts';

export const getFilingFeed = operation({
  name: 'getFilingFeed',
  route: 'GET /api/v1/feeds/filings',
  tool: {
    none: 'agents ask for the filings of a company or search them; a feed is for programs that follow everything',
  },
  summary: 'The filings of the last 30 days',
  description:
    'Lists filings that became known in the last 30 days, newest first, each with its company. Optional filters: market, forms, category, company, watchlist. A filing of several filers appears once. getFilingAtom returns the same as Atom.',
  tag: 'Feeds',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject(filingFeedInput),
  output: z
    .object({
      ...filingFeedFields,
      total: z.int().describe('All filings that match; the count is at most 30 seconds old.'),
    })
    .meta({ id: 'FilingFeedOut' }),
  example: { form_types: ['10-K'], limit: 10 },
  async run(context, { limit, offset, ...filter }) {
    const { db } = context;
    const question = await feedQuestion(context, filter);
    const items = await readFeed(db, question, limit, offset);
    const total = Math.max(await countFeed(db, question), items.length > 0 ? offset + items.length : 0);
    return { items, total, ...(await freshness(db, question, items)) };
  },
});

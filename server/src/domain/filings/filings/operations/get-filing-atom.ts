import { z } from 'zod';
import { ATOM, operation } from '../../../kit/operation.ts';
import { feedQuestion, freshness, readFeed } from '../views/filing-feed.ts';
import { filingFeedFields, filingFeedInput, MOST_SKIPPED } from '../views/filing-feed-shapes.ts';

/** What the transport makes an Atom document of. */
export const filingAtom = z.object({
  ...filingFeedFields,
  /** Where the pages before and behind this one begin; null where there is none. */
  previous_offset: z.int().nullable(),
  next_offset: z.int().nullable(),
});

export const getFilingAtom = operation({
  name: 'getFilingAtom',
  route: 'GET /api/v1/feeds/filings.xml',
  tool: {
    none: 'agents ask for the filings of a company or search them; a feed is for programs that follow everything',
  },
  summary: 'The filings of the last 30 days as an Atom feed',
  description:
    'What getFilingFeed answers, as an Atom document (RFC 4287) for feed readers: the newest filings up to limit, with links to the pages behind them (RFC 5005). Entries keep their ids, and If-None-Match gives a free 304 while nothing is new. Readers that can send no X-API-Key give the key as the password of HTTP Basic authentication; the user name may be anything.',
  tag: 'Feeds',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject(filingFeedInput),
  output: filingAtom,
  mediaType: ATOM,
  example: { form_types: ['10-K'], limit: 10 },
  async run(context, { limit, offset, ...filter }) {
    const question = await feedQuestion(context, filter);
    // One more than is shown tells whether there is more.
    const found = await readFeed(context.db, question, limit + 1, offset);
    const items = found.slice(0, limit);
    const next = offset + limit;
    return {
      items,
      ...(await freshness(context.db, question, items)),
      previous_offset: offset === 0 ? null : Math.max(0, offset - limit),
      next_offset: found.length > limit && next <= MOST_SKIPPED ? next : null,
    };
  },
});

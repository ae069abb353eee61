import { z } from 'zod';
import { ATOM, operation } from '../../../kit/operation.ts';
import {
  feedQuestion,
  filingFeedFields,
  filingFeedInput,
  freshness,
  MAX_SKIPPED,
  readFeed,
} from '../views/filing-feed.ts';

/** The feed that the transport renders as an Atom document. */
export const filingAtom = z.object({
  ...filingFeedFields,
  /** The offsets of the previous and next page; null if there is none. */
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
    'The response of getFilingFeed as an Atom document (RFC 4287) for feed readers: the newest filings up to limit, with links to older pages (RFC 5005). Entry ids are stable, and If-None-Match returns a free 304 while nothing is new. Readers that cannot send X-API-Key pass the key as the password of HTTP Basic authentication with any user name.',
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
    // One more than the page shows whether there is a next page.
    const found = await readFeed(context.db, question, limit + 1, offset);
    const items = found.slice(0, limit);
    const next = offset + limit;
    return {
      items,
      ...(await freshness(context.db, question, items)),
      previous_offset: offset === 0 ? null : Math.max(0, offset - limit),
      next_offset: found.length > limit && next <= MAX_SKIPPED ? next : null,
    };
  },
});

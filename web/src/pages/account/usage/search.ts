import { day, matching, oneOf, type QueryOf, query } from '../../../search-params.ts';

export const search = query({
  /** As many days as are kept; the current month by default. */
  span: oneOf(['90']),
  view: oneOf(['table']),
  /** Whose operations stand beside the chart; today's by default. */
  day,
  /** What is open: a new key is being named. */
  form: oneOf(['key']),
  /** The key that somebody is asked about before it is revoked. */
  revoke: matching(/^[\w-]{1,64}$/),
});

export type UsageSearch = QueryOf<typeof search>;

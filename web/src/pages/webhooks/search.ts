import { matching, oneOf, type QueryOf, query } from '../../search-params.ts';

export const search = query({
  status: oneOf(['pending', 'delivered', 'failed']),
  /** Kind of event: `filing.discovered`. */
  event: matching(/^[a-z_]{2,40}\.[a-z_]{2,40}$/),
  /** Id of the open delivery. */
  d: matching(/^[0-9a-f-]{36}$/),
});

export type WebhooksSearch = QueryOf<typeof search>;

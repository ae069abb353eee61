import { matching, oneOf, type QueryOf, query } from '../../search-params.ts';

export const search = query({
  /** `1` for unread ones only. */
  unread: oneOf(['1']),
  /** Kind of event: `filing.discovered`. */
  type: matching(/^[a-z_]{2,40}\.[a-z_]{2,40}$/),
  market: matching(/^[a-z]{2,16}$/),
});

export type NotificationsSearch = QueryOf<typeof search>;

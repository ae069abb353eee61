import { day, matching, oneOf, type QueryOf, query } from '../../../search-params.ts';

export const search = query({
  /** `90` for all stored days; the current month by default. */
  span: oneOf(['90']),
  view: oneOf(['table']),
  /** The day whose operations are listed beside the chart; today by default. */
  day,
  /** The open form: a new key. */
  form: oneOf(['key']),
  /** Id of the key whose revocation awaits confirmation. */
  revoke: matching(/^[\w-]{1,64}$/),
});

export type UsageSearch = QueryOf<typeof search>;

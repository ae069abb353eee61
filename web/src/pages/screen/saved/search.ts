import { matching, type QueryOf, query } from '../../../search-params.ts';

export const search = query({
  /** The share_id of a screen of another account. */
  share: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
});

export type SavedScreensSearch = QueryOf<typeof search>;

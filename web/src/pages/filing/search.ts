import { matching, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const text = upTo(200);

export const search = query({
  /** Id of the element of the selected fact. */
  fact: text,
  /** The open panel; the statement by default. */
  panel: oneOf(['tables', 'facts', 'files', 'none']),
  /** Words to find in the section. */
  find: text,
  /** Start position as a character offset in the section's plain text. */
  at: matching(/^\d{1,9}$/),
  /** End of the passage to mark, as a character offset. */
  to: matching(/^\d{1,9}$/),
  /** `0` hides fact marks. */
  marks: oneOf(['0']),
  /** Number of the selected table. */
  table: matching(/^\d{1,6}$/),
  /** The selected file. */
  exhibit: text,
});

export type ReaderSearch = QueryOf<typeof search>;

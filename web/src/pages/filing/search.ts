import { matching, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const text = upTo(200);

export const search = query({
  /** Id of the element of the document whose fact is chosen. */
  fact: text,
  /** What stands beside the document; the statement by default. */
  panel: oneOf(['facts', 'files', 'none']),
  /** Words that are looked for in the section. */
  find: text,
  /** Where in the plain text of the section the reader is to begin, in characters. */
  at: matching(/^\d{1,9}$/),
  /** `0` shows the document without its facts marked. */
  marks: oneOf(['0']),
  /** The file of the filing that is chosen among its files. */
  exhibit: text,
});

export type ReaderSearch = QueryOf<typeof search>;

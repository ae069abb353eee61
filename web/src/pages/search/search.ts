import { day, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const text = upTo(256);

export const search = query({
  q: text,
  market: text,
  registry: text,
  form: text,
  from: day,
  to: day,
  section: text,
  lang: oneOf(['english', 'simple', 'portuguese']),
});

export type SearchSearch = QueryOf<typeof search>;

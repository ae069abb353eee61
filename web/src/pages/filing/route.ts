import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { matching, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const text = upTo(200);

const readerSearch = query({
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

export type ReaderSearch = QueryOf<typeof readerSearch>;

/** A filing without a section: leads to the section that states the fact asked for, else to the first. */
export const filingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/f/$filingId',
  validateSearch: readerSearch,
  component: lazyRouteComponent(() => import('./landing.tsx')),
});

export const sectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/f/$filingId/$sectionKey',
  validateSearch: readerSearch,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

/** A section beside the same section of an earlier filing. */
export const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/f/$filingId/$sectionKey/compare',
  validateSearch: query({
    /** The other filing; that of a year earlier by default. */
    with: text,
    /** One column instead of two. */
    view: oneOf(['one']),
    /** `1` leaves out paragraphs that did not change. */
    only: oneOf(['1']),
  }),
  component: lazyRouteComponent(() => import('./compare/page.tsx')),
});

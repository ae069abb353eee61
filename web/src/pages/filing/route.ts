import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

const text = z.string().check(z.maxLength(200));

const readerSearch = z.object({
  /** Id of the element of the document whose fact is chosen. */
  fact: optional(text),
  /** What stands beside the document; the statement by default. */
  panel: optional(z.enum(['facts', 'files', 'none'])),
  /** Words that are looked for in the section. */
  find: optional(text),
  /** Where in the plain text of the section the reader is to begin, in characters. */
  at: optional(z.string().check(z.regex(/^\d{1,9}$/))),
  /** `0` shows the document without its facts marked. */
  marks: optional(z.literal('0')),
  /** The file of the filing that is chosen among its files. */
  exhibit: optional(text),
});

export type ReaderSearch = z.infer<typeof readerSearch>;

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
  validateSearch: z.object({
    /** The other filing; that of a year earlier by default. */
    with: optional(text),
    /** One column instead of two. */
    view: optional(z.literal('one')),
    /** `1` leaves out paragraphs that did not change. */
    only: optional(z.literal('1')),
  }),
  component: lazyRouteComponent(() => import('./compare/page.tsx')),
});

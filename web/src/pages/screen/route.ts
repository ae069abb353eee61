import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

const list = z.string().check(z.maxLength(2048));
const year = z.string().check(z.regex(/^(19|20)\d\d$/));

/** Rows of one page; a page costs the same however many. */
export const PAGE_SIZES = ['25', '50', '100', '200'] as const;

const search = z.object({
  /** Conditions as the service writes them: `revenue.gte.4e8,gross_margin.gte.0.3`. */
  f: optional(list),
  /** Line items shown, in order. */
  cols: optional(list),
  /** `-revenue` by default: the largest first. */
  sort: optional(z.string().check(z.regex(/^-?[a-z0-9_]{1,64}$/))),
  /** One fiscal year of all; the newest of each by default. */
  year: optional(year),
  /** Only newest years of this one or later. */
  since: optional(year),
  market: optional(z.string().check(z.regex(/^[a-z]{2,16}$/))),
  /** Only companies that report in this currency. */
  cur: optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Chosen companies: `us.AAPL,jp.7203`, or canonical keys; all by default. */
  add: optional(list),
  /** Power of ten of amounts; by default what suits each column. */
  scale: optional(z.enum(['0', '3', '6', '9'])),
  /** `across`: companies across, lines down. */
  view: optional(z.enum(['across'])),
  n: optional(z.enum(PAGE_SIZES)),
  /** The cursor of a further page. */
  after: optional(z.string().check(z.maxLength(512))),
});

export type ScreenSearch = z.infer<typeof search>;

export const screenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/screen',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

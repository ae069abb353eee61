import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { day, optional } from '../../../search-params.ts';
import { COUNTS, PERIODS } from '../period-search.ts';
import { companyRoute } from '../route.ts';

const search = z.object({
  p: optional(z.enum(PERIODS)),
  v: optional(z.union([z.literal('first'), day])),
  n: optional(z.enum(COUNTS)),
  /** Companies to compare with: `us.MSFT,us.COST`. */
  with: optional(z.string().check(z.maxLength(400))),
  view: optional(z.enum(['table'])),
  /** The year that is read out. */
  at: optional(z.string().check(z.regex(/^\d{4}([a-z0-9]+)?$/))),
});

export type ChartsSearch = z.infer<typeof search>;

export const chartsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/charts',
  validateSearch: z.object({
    p: optional(z.enum(PERIODS)),
    v: optional(z.union([z.literal('first'), day])),
    n: optional(z.enum(COUNTS)),
    /** Companies to compare with: `us.MSFT,us.COST`. */
    with: optional(z.string().check(z.maxLength(400))),
    view: optional(z.enum(['table'])),
    /** The year that is read out. */
    at: optional(z.string().check(z.regex(/^\d{4}([a-z0-9]+)?$/))),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

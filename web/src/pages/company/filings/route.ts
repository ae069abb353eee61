import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { optional } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const companyFilingsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/filings',
  validateSearch: z.object({
    /** Form types, separated by commas. */
    form: optional(z.string().check(z.maxLength(200))),
    /** Group of categories. */
    cat: optional(z.string().check(z.regex(/^[a-z_]{2,40}$/))),
    /** First year of the period. */
    from: optional(z.string().check(z.regex(/^\d{4}$/))),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

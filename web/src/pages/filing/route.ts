import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

export const filingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/f/$filingId',
  validateSearch: z.object({
    /** The element of the document whose fact is chosen. */
    fact: optional(z.string().check(z.maxLength(200))),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

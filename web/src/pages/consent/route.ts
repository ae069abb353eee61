import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  /** Which request of a client this answers. */
  validateSearch: z.object({ interaction: optional(z.string().check(z.regex(/^[\w-]{10,100}$/))) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

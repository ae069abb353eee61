import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { matching, query } from '../../search-params.ts';

export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  /** Which request of a client this answers. */
  validateSearch: query({ interaction: matching(/^[\w-]{10,100}$/) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { matching, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const eventsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/events',
  validateSearch: query({ kind: matching(/^[a-z_]{3,40}$/) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

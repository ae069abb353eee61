import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const insidersRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/insiders',
  validateSearch: query({
    /** Purchases or sales alone. */
    code: oneOf(['P', 'S']),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

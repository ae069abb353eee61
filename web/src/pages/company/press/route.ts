import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const pressRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/press',
  validateSearch: query({ tier: oneOf(['1', '2', '3']) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

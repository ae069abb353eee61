import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyRoute } from '../route.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

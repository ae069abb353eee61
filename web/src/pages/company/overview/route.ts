import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyRoute } from '../route.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

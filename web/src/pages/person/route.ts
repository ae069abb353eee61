import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$slug',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

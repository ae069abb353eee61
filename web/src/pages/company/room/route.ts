import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyRoute } from '../route.ts';

/** Rooms of a company that this service has nothing for yet: the tab stays and says so. */
export const roomRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/$room',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

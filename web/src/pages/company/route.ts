import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

/** What every page of a company stands in: its header and tabs. `ticker` is a canonical key where there is no ticker. */
export const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/c/$market/$ticker',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoute } from '../../../account-route.ts';
import { query, upTo } from '../../../search-params.ts';

export const appsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/apps',
  /** `disconnect`: the app that somebody is asked about before it is disconnected. */
  validateSearch: query({ disconnect: upTo(2_048) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoute } from '../../../account-route.ts';
import { query, upTo } from '../../../search-params.ts';

export const planRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/plan',
  /** `after`: the cursor of the page of the ledger. */
  validateSearch: query({ after: upTo(256) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoute } from '../../../account-route.ts';
import { day, matching, oneOf, type QueryOf, query } from '../../../search-params.ts';

const search = query({
  /** As many days as are kept; the current month by default. */
  span: oneOf(['90']),
  view: oneOf(['table']),
  /** Whose operations stand beside the chart; today's by default. */
  day,
  /** What is open: a new key is being named. */
  form: oneOf(['key']),
  /** The key that somebody is asked about before it is revoked. */
  revoke: matching(/^[\w-]{1,64}$/),
});

export type UsageSearch = QueryOf<typeof search>;

export const usageRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/usage',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

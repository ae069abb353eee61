import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { matching, oneOf, type QueryOf, query } from '../../search-params.ts';

const search = query({
  /** `1`: only those that were not read. */
  unread: oneOf(['1']),
  /** Kind of event: `filing.discovered`. */
  type: matching(/^[a-z_]{2,40}\.[a-z_]{2,40}$/),
  market: matching(/^[a-z]{2,16}$/),
});

export type NotificationsSearch = QueryOf<typeof search>;

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { matching, query, upTo } from '../../search-params.ts';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  /** `to`: where to go on, within the app. `interaction`: which request of a client this answers. */
  validateSearch: query({
    to: matching(/^\/(?![/\\])/),
    interaction: matching(/^[\w-]{10,100}$/),
    expired: upTo(100),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

/** Where the service sends the browser back to. */
export const signInDoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin/done',
  component: lazyRouteComponent(() => import('./done.tsx')),
});

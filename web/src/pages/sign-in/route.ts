import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  /** `to`: where to go on, within the app. `interaction`: which request of a client this answers. */
  validateSearch: z.object({
    to: optional(z.string().check(z.regex(/^\/(?![/\\])/))),
    interaction: optional(z.string().check(z.regex(/^[\w-]{10,100}$/))),
    expired: optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

/** Where the service sends the browser back to. */
export const signInDoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin/done',
  component: lazyRouteComponent(() => import('./done.tsx')),
});

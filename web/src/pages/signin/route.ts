import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  /** `to`: where to go on, within the app. */
  validateSearch: z.object({ to: optional(z.string().check(z.regex(/^\/(?![/\\])/))) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { optional } from '../../search-params.ts';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  /** `market`: only its filings. */
  validateSearch: z.object({ market: optional(z.string().check(z.regex(/^[a-z]{2,16}$/))) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

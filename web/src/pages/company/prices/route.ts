import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const RANGES = ['1mo', '6mo', '1y', '2y', '5y', 'max'] as const;

export const pricesRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/prices',
  validateSearch: query({ range: oneOf(RANGES), view: oneOf(['table']) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { matching, query, upTo } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const callsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/calls',
  // `call`: the one that is read; `part`: where.
  validateSearch: query({ call: upTo(200), part: matching(/^[1-9]\d{0,3}$/) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

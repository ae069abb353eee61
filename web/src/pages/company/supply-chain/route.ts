import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const supplyChainRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/supply-chain',
  validateSearch: query({
    /** Only relations that are valid today. */
    only: oneOf(['valid']),
    /** Also those one step on. */
    hops: oneOf(['2']),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

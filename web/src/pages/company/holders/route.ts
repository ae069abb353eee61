import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { matching, query } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const holdersRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/holders',
  // `manager`: whose book is shown; `from`: rows before the first that is.
  validateSearch: query({ manager: matching(/^\d{1,10}$/), from: matching(/^[1-9]\d{0,4}$/) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

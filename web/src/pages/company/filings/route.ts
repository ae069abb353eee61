import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { matching, query, upTo } from '../../../search-params.ts';
import { companyRoute } from '../route.ts';

export const companyFilingsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/filings',
  validateSearch: query({
    /** Form types, separated by commas. */
    form: upTo(200),
    /** Group of categories. */
    cat: matching(/^[a-z_]{2,40}$/),
    /** First year of the period. */
    from: matching(/^\d{4}$/),
  }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

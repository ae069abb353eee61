import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { askAhead } from '../../api/queries.ts';
import { rootRoute } from '../../root-route.ts';
import { askCompany } from './ask-company.ts';

/** What every page of a company stands in: its header and tabs. `ticker` is a canonical key where there is no ticker. */
export const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/c/$market/$ticker',
  // Never for a link that is only pointed at: the figures are paid for.
  loader: ({ params, cause }) => {
    if (cause === 'enter') askCompany(params, askAhead);
  },
  component: lazyRouteComponent(() => import('./page.tsx')),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoute } from '../../../account-route.ts';
import { oneOf, query } from '../../../search-params.ts';

export const profileRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/profile',
  /** `form`: what is open. */
  validateSearch: query({ form: oneOf(['password', 'two-step', 'delete']) }),
  component: lazyRouteComponent(() => import('./page.tsx')),
});

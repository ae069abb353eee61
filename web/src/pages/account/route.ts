import { createRoute, redirect } from '@tanstack/react-router';
import { accountRoute } from '../../account-route.ts';

/** `/account` alone leads to the first of its pages. */
export const accountIndexRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', replace: true });
  },
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyRoute } from '../route.ts';

export const signalsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/signals',
  component: lazyRouteComponent(() => import('./page.tsx')),
});

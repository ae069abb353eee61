import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountRoute } from '../../account-route.ts';
import { matching, oneOf, type QueryOf, query } from '../../search-params.ts';

const search = query({
  status: oneOf(['pending', 'delivered', 'failed']),
  /** Kind of event: `filing.discovered`. */
  event: matching(/^[a-z_]{2,40}\.[a-z_]{2,40}$/),
  /** The delivery that stands open. */
  d: matching(/^[0-9a-f-]{36}$/),
});

export type WebhooksSearch = QueryOf<typeof search>;

const component = lazyRouteComponent(() => import('./page.tsx'));

export const webhooksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/webhooks',
  validateSearch: search,
  component,
});

/** One endpoint with what was sent to it. */
export const webhookRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/webhooks/$webhookId',
  validateSearch: search,
  component,
});

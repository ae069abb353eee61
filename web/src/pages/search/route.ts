import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { day, oneOf, type QueryOf, query, upTo } from '../../search-params.ts';

const text = upTo(256);

const search = query({
  q: text,
  market: text,
  registry: text,
  form: text,
  from: day,
  to: day,
  section: text,
  lang: oneOf(['english', 'simple', 'portuguese']),
});

export type SearchSearch = QueryOf<typeof search>;

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

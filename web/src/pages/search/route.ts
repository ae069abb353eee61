import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { rootRoute } from '../../root-route.ts';
import { day, optional } from '../../search-params.ts';

const text = z.string().check(z.maxLength(256));

const search = z.object({
  q: optional(text),
  market: optional(text),
  registry: optional(text),
  form: optional(text),
  from: optional(day),
  to: optional(day),
  section: optional(text),
  lang: optional(z.enum(['english', 'simple', 'portuguese'])),
});

export type SearchSearch = z.infer<typeof search>;

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

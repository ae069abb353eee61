import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { day, optional } from '../../../search-params.ts';
import { COUNTS, PERIODS } from '../period-search.ts';
import { companyRoute } from '../route.ts';

export const STATEMENTS = ['all', 'income', 'balance', 'cashflow', 'shares'] as const;

const search = z.object({
  /** Statement; all of them by default. */
  s: optional(z.enum(STATEMENTS)),
  /** Years by default. */
  p: optional(z.enum(PERIODS)),
  /** Version: `first` as first reported, a day as of then; as restated by default. */
  v: optional(z.union([z.literal('first'), day])),
  /** Columns; ten by default. */
  n: optional(z.enum(COUNTS)),
  /** `old`: oldest first. */
  order: optional(z.enum(['old'])),
  /** Power of ten of amounts; by default what suits the revenue. */
  scale: optional(z.enum(['0', '3', '6', '9'])),
  /** `none`: without growth and margins. */
  rows: optional(z.enum(['none'])),
  /** Folded groups, separated by commas. */
  fold: optional(z.string().check(z.regex(/^(income|balance|cashflow|shares)(,(income|balance|cashflow|shares))*$/))),
  /** The figure whose source is open: `operating_cash_flow.2017fy`. */
  cell: optional(z.string().check(z.regex(/^[a-z0-9_]+\.\d{4}[a-z0-9]+$/))),
});

export type FinancialsSearch = z.infer<typeof search>;

export const financialsRoute = createRoute({
  getParentRoute: () => companyRoute,
  path: '/financials',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./page.tsx')),
});

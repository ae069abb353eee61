import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { prefetchApi } from './api/queries.ts';
import { NotFound } from './components/layout/not-found.tsx';
import { Shell } from './components/layout/shell.tsx';
import { search as usageSearch } from './pages/account/usage/search.ts';
import { search as chartsSearch } from './pages/company/charts/search.ts';
import { requestCompany } from './pages/company/company-queries.ts';
import { search as financialsSearch } from './pages/company/financials/search.ts';
import { search as pricesSearch } from './pages/company/prices/search.ts';
import { search as readerSearch } from './pages/filing/search.ts';
import { search as notificationsSearch } from './pages/notifications/search.ts';
import { search as savedScreensSearch } from './pages/screen/saved/search.ts';
import { search as screenSearch } from './pages/screen/search.ts';
import { search as searchSearch } from './pages/search/search.ts';
import { search as webhooksSearch } from './pages/webhooks/search.ts';
import { matching, oneOf, query, upTo } from './search-params.ts';

// A page reads its own route with `getRouteApi` and never imports this file, which imports the page on demand. The query of a
// route is in the page's `search.ts` if the page needs its type or its values.

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const company = createRoute({
  getParentRoute: () => root,
  /** `$ticker` is a canonical key if the company has no ticker. */
  path: '/c/$market/$ticker',
  // Not on hover: these calls cost credits.
  loader: ({ params, cause }) => {
    if (cause === 'enter') requestCompany(params, prefetchApi);
  },
  component: page(() => import('./pages/company/page.tsx')),
});

const overview = createRoute({
  getParentRoute: () => company,
  path: '/',
  component: page(() => import('./pages/company/overview/page.tsx')),
});

const financials = createRoute({
  getParentRoute: () => company,
  path: '/financials',
  validateSearch: financialsSearch,
  component: page(() => import('./pages/company/financials/page.tsx')),
});

const charts = createRoute({
  getParentRoute: () => company,
  path: '/charts',
  validateSearch: chartsSearch,
  component: page(() => import('./pages/company/charts/page.tsx')),
});

const companyFilings = createRoute({
  getParentRoute: () => company,
  path: '/filings',
  validateSearch: query({
    /** Form types, separated by commas. */
    form: upTo(200),
    /** Group of categories. */
    cat: matching(/^[a-z_]{2,40}$/),
    /** First year of the period. */
    from: matching(/^\d{4}$/),
  }),
  component: page(() => import('./pages/company/filings/page.tsx')),
});

const events = createRoute({
  getParentRoute: () => company,
  path: '/events',
  validateSearch: query({ kind: matching(/^[a-z_]{3,40}$/) }),
  component: page(() => import('./pages/company/events/page.tsx')),
});

const people = createRoute({
  getParentRoute: () => company,
  path: '/people',
  component: page(() => import('./pages/company/people/page.tsx')),
});

const insiders = createRoute({
  getParentRoute: () => company,
  path: '/insiders',
  validateSearch: query({
    /** Purchases only or sales only. */
    code: oneOf(['P', 'S']),
  }),
  component: page(() => import('./pages/company/insiders/page.tsx')),
});

const holders = createRoute({
  getParentRoute: () => company,
  path: '/holders',
  validateSearch: query({
    /** CIK of the manager whose holdings are shown. */
    manager: matching(/^\d{1,10}$/),
    /** Offset of the first row. */
    from: matching(/^[1-9]\d{0,4}$/),
  }),
  component: page(() => import('./pages/company/holders/page.tsx')),
});

const press = createRoute({
  getParentRoute: () => company,
  path: '/press',
  validateSearch: query({ tier: oneOf(['1', '2', '3']) }),
  component: page(() => import('./pages/company/press/page.tsx')),
});

const calls = createRoute({
  getParentRoute: () => company,
  path: '/calls',
  validateSearch: query({
    /** Id of the open transcript. */
    call: upTo(200),
    /** Its open part. */
    part: matching(/^[1-9]\d{0,3}$/),
  }),
  component: page(() => import('./pages/company/calls/page.tsx')),
});

const supplyChain = createRoute({
  getParentRoute: () => company,
  path: '/supply-chain',
  validateSearch: query({
    /** Only relations that are valid today. */
    only: oneOf(['valid']),
    /** Also relations of related companies. */
    hops: oneOf(['2']),
  }),
  component: page(() => import('./pages/company/supply-chain/page.tsx')),
});

const prices = createRoute({
  getParentRoute: () => company,
  path: '/prices',
  validateSearch: pricesSearch,
  component: page(() => import('./pages/company/prices/page.tsx')),
});

const signals = createRoute({
  getParentRoute: () => company,
  path: '/signals',
  component: page(() => import('./pages/company/signals/page.tsx')),
});

// Redirects to the section that contains the requested fact, or else to the first section.
const filing = createRoute({
  getParentRoute: () => root,
  path: '/f/$filingId',
  validateSearch: readerSearch,
  component: page(() => import('./pages/filing/landing.tsx')),
});

const section = createRoute({
  getParentRoute: () => root,
  path: '/f/$filingId/$sectionKey',
  validateSearch: readerSearch,
  component: page(() => import('./pages/filing/page.tsx')),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/f/$filingId/$sectionKey/compare',
  validateSearch: query({
    /** Id of the other filing; the one a year earlier by default. */
    with: upTo(200),
    /** One column instead of two. */
    view: oneOf(['one']),
    /** `1` hides unchanged paragraphs. */
    only: oneOf(['1']),
  }),
  component: page(() => import('./pages/filing/compare/page.tsx')),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: query({
    /** Path within the app to open after sign-in. */
    to: matching(/^\/(?![/\\])/),
    /** Id of the OAuth interaction that this sign-in completes. */
    interaction: matching(/^[\w-]{10,100}$/),
    expired: upTo(100),
  }),
  component: page(() => import('./pages/sign-in/page.tsx')),
});

// The redirect URI of the app's own OAuth client.
const signInDone = createRoute({
  getParentRoute: () => root,
  path: '/signin/done',
  component: page(() => import('./pages/sign-in/done.tsx')),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: page(() => import('./pages/sign-up/page.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: page(() => import('./pages/reset-password/page.tsx')),
});

const consent = createRoute({
  getParentRoute: () => root,
  path: '/consent',
  validateSearch: query({
    /** Id of the OAuth interaction that waits for consent. */
    interaction: matching(/^[\w-]{10,100}$/),
  }),
  component: page(() => import('./pages/consent/page.tsx')),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: page(() => import('./components/account/account-layout.tsx')),
});

const webhooksPage = page(() => import('./pages/webhooks/page.tsx'));

const accountIndex = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => account,
  path: '/profile',
  validateSearch: query({
    /** The open form. */
    form: oneOf(['password', 'two-step', 'delete']),
  }),
  component: page(() => import('./pages/account/profile/page.tsx')),
});

const usage = createRoute({
  getParentRoute: () => account,
  path: '/usage',
  validateSearch: usageSearch,
  component: page(() => import('./pages/account/usage/page.tsx')),
});

const apps = createRoute({
  getParentRoute: () => account,
  path: '/apps',
  validateSearch: query({
    /** Id of the app whose disconnection awaits confirmation. */
    disconnect: upTo(2_048),
  }),
  component: page(() => import('./pages/account/apps/page.tsx')),
});

const plan = createRoute({
  getParentRoute: () => account,
  path: '/plan',
  validateSearch: query({
    /** Cursor of the page of the ledger. */
    after: upTo(256),
  }),
  component: page(() => import('./pages/account/plan/page.tsx')),
});

const webhooks = createRoute({
  getParentRoute: () => account,
  path: '/webhooks',
  validateSearch: webhooksSearch,
  component: webhooksPage,
});

const webhook = createRoute({
  getParentRoute: () => account,
  path: '/webhooks/$webhookId',
  validateSearch: webhooksSearch,
  component: webhooksPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('./pages/home/page.tsx')),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/p/$slug',
  component: page(() => import('./pages/person/page.tsx')),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: searchSearch,
  component: page(() => import('./pages/search/page.tsx')),
});

const screen = createRoute({
  getParentRoute: () => root,
  path: '/screen',
  validateSearch: screenSearch,
  component: page(() => import('./pages/screen/page.tsx')),
});

const savedScreens = createRoute({
  getParentRoute: () => root,
  path: '/screens',
  validateSearch: savedScreensSearch,
  component: page(() => import('./pages/screen/saved/page.tsx')),
});

const watchlist = createRoute({
  getParentRoute: () => root,
  path: '/watchlist',
  component: page(() => import('./pages/watchlist/page.tsx')),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: notificationsSearch,
  component: page(() => import('./pages/notifications/page.tsx')),
});

export const routeTree = root.addChildren([
  home,
  company.addChildren([
    overview,
    financials,
    charts,
    companyFilings,
    events,
    people,
    insiders,
    holders,
    press,
    calls,
    supplyChain,
    prices,
    signals,
  ]),
  filing,
  section,
  compare,
  person,
  search,
  screen,
  savedScreens,
  watchlist,
  notifications,
  signIn,
  signInDone,
  signUp,
  resetPassword,
  consent,
  account.addChildren([accountIndex, profile, usage, apps, plan, webhooks, webhook]),
]);

/** Loads a page's default export on demand. Its type is not inferred, since pages infer theirs from the routes. */
function page(load: () => Promise<unknown>) {
  return lazyRouteComponent(load as () => Promise<{ default: RouteComponent }>);
}

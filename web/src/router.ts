import { createRouter } from '@tanstack/react-router';
import { accountRoute } from './account-route.ts';
import { appsRoute } from './pages/account/apps/route.ts';
import { planRoute } from './pages/account/plan/route.ts';
import { profileRoute } from './pages/account/profile/route.ts';
import { accountIndexRoute } from './pages/account/route.ts';
import { usageRoute } from './pages/account/usage/route.ts';
import { callsRoute } from './pages/company/calls/route.ts';
import { chartsRoute } from './pages/company/charts/route.ts';
import { eventsRoute } from './pages/company/events/route.ts';
import { companyFilingsRoute } from './pages/company/filings/route.ts';
import { financialsRoute } from './pages/company/financials/route.ts';
import { holdersRoute } from './pages/company/holders/route.ts';
import { insidersRoute } from './pages/company/insiders/route.ts';
import { overviewRoute } from './pages/company/overview/route.ts';
import { peopleRoute } from './pages/company/people/route.ts';
import { pressRoute } from './pages/company/press/route.ts';
import { pricesRoute } from './pages/company/prices/route.ts';
import { companyRoute } from './pages/company/route.ts';
import { signalsRoute } from './pages/company/signals/route.ts';
import { supplyChainRoute } from './pages/company/supply-chain/route.ts';
import { consentRoute } from './pages/consent/route.ts';
import { compareRoute, filingRoute, sectionRoute } from './pages/filing/route.ts';
import { homeRoute } from './pages/home/route.ts';
import { notificationsRoute } from './pages/notifications/route.ts';
import { personRoute } from './pages/person/route.ts';
import { resetPasswordRoute } from './pages/reset-password/route.ts';
import { screenRoute } from './pages/screen/route.ts';
import { searchRoute } from './pages/search/route.ts';
import { signInDoneRoute, signInRoute } from './pages/sign-in/route.ts';
import { signUpRoute } from './pages/sign-up/route.ts';
import { watchlistRoute } from './pages/watchlist/route.ts';
import { webhookRoute, webhooksRoute } from './pages/webhooks/route.ts';
import { rootRoute } from './root-route.ts';
import { parseQuery, writeQuery } from './search-params.ts';

/** Every page, one line each. */
const routeTree = rootRoute.addChildren([
  homeRoute,
  companyRoute.addChildren([
    overviewRoute,
    financialsRoute,
    chartsRoute,
    companyFilingsRoute,
    eventsRoute,
    peopleRoute,
    insidersRoute,
    holdersRoute,
    pressRoute,
    callsRoute,
    supplyChainRoute,
    pricesRoute,
    signalsRoute,
  ]),
  filingRoute,
  sectionRoute,
  compareRoute,
  personRoute,
  searchRoute,
  screenRoute,
  watchlistRoute,
  notificationsRoute,
  signInRoute,
  signInDoneRoute,
  signUpRoute,
  resetPasswordRoute,
  consentRoute,
  accountRoute.addChildren([
    accountIndexRoute,
    profileRoute,
    usageRoute,
    appsRoute,
    planRoute,
    webhooksRoute,
    webhookRoute,
  ]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    scrollRestoration: true,
    // Keys and filing ids have colons, which may stand in a path as they are.
    pathParamsAllowedCharacters: [':'],
    // The code of a page comes when somebody points at it; its data never before it is asked for.
    defaultPreload: 'intent',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

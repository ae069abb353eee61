/**
 * Runs before the app and imports neither React nor the router. It sends the calls of a company page and loads its code
 * while the browser still downloads the app.
 */
import { preloadCall } from './api/preloaded-calls.ts';
import { requestCompany } from './pages/company/company-queries.ts';

/** Tabs of a company page by folder; folders are named as in the URL. */
const TABS = import.meta.glob('./pages/company/*/page.tsx');

const [, market, ticker, tab = 'overview'] = /^\/c\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
if (market !== undefined && ticker !== undefined) {
  requestCompany({ market: decodeURIComponent(market), ticker: decodeURIComponent(ticker) }, preloadCall);
  // If loading fails here, the router reports it when it loads the page.
  import('./pages/company/page.tsx').catch(() => undefined);
  TABS[`./pages/company/${tab}/page.tsx`]?.().catch(() => undefined);
}

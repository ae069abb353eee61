/**
 * Runs before the app: it knows React and the router no more than they know it. What the first page of a company asks is on its
 * way, and so is its code, while the browser still reads the app.
 */
import { askBeforehand } from './api/preloaded-calls.ts';
import { askCompany } from './pages/company/company-queries.ts';

/** Rooms by their folders, which are called as in the address. */
const ROOMS = import.meta.glob('./pages/company/*/page.tsx');

const [, market, ticker, room = 'overview'] = /^\/c\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
if (market !== undefined && ticker !== undefined) {
  askCompany({ market: decodeURIComponent(market), ticker: decodeURIComponent(ticker) }, askBeforehand);
  // What cannot be loaded fails once more, where it is needed.
  import('./pages/company/page.tsx').catch(() => undefined);
  ROOMS[`./pages/company/${room}/page.tsx`]?.().catch(() => undefined);
}

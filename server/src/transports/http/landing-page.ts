import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { exampleListing } from '../../domain/filings/filings/views/filing-feed.ts';
import { listMarkets } from '../../domain/filings/markets/operations/list-markets.ts';
import { JsonText } from '../../domain/kit/operation.ts';
import { memoizeFor } from '../../kernel/memoize-for.ts';
import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { requestOrigin } from './request-origin.ts';
import { staticPagePolicy } from './static-page-policy.ts';

type Markets = z.output<typeof listMarkets.output>['items'];

const CACHED_MS = 5_000;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1A1D1A, #ECEFE9); --soft: light-dark(#4C514B, #B9BFB6);
  --line: light-dark(#E3E3DC, #2D332F); --ground: light-dark(#F8F8F5, #111412); --accent: light-dark(#0B655A, #6FD0BC);
  --sunken: light-dark(#F1F1EC, #202522) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.25rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .4rem }
h2 { font-size: 1rem; margin: 2.6rem 0 .6rem; letter-spacing: .01em }
p { margin: 0 0 1rem } .lead { color: var(--soft); max-width: 36rem }
a { color: var(--accent); text-underline-offset: .18em } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
nav a { margin-right: 1.2rem }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .94rem }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: .84rem }
th, td { padding: .42rem .9rem .42rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .t { white-space: nowrap; color: var(--soft) }
pre { background: var(--sunken); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; margin: 0 0 .7rem;
  font: .86rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace }
pre + p, .note { color: var(--soft); font-size: .92rem }
`;

const CONTENT_SECURITY_POLICY = staticPagePolicy(STYLE);

/** Serves `/` if the web app is not built: the contents of the store, and links. */
export function addLandingPage(app: FastifyInstance, db: Database, now: () => Date): void {
  // Cached, because the page needs no credentials and has no rate limit.
  const contents = memoizeFor(
    CACHED_MS,
    (of: Database) => readContents(of, now()),
    () => now().getTime(),
  );
  app.get('/', { config: { operation: 'first_page' } }, async (request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .send(renderPage(await contents(db), requestOrigin(request))),
  );
}

interface Contents {
  markets: Markets;
  example: Awaited<ReturnType<typeof exampleListing>>;
}

async function readContents(db: Database, now: Date): Promise<Contents> {
  const [markets, example] = await Promise.all([catalog(db, now), exampleListing(db)]);
  return { markets, example };
}

function renderPage({ markets, example }: Contents, base: string): string {
  const held = markets.filter(market => market.companies_count > 0 || market.filings_count > 0);
  const listing = example ?? { ticker: 'AAPL', market_id: 'us' };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>asfiled</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>asfiled</h1>
<p class="lead">Company filings and financials as filed: every figure links to the filing that states it.</p>
<p class="note">The web app is not built. Run <code>npm run build:web</code> to build it; <code>npm start</code> builds it automatically.</p>
<nav><a href="/docs">API reference</a><a href="/api/v1/openapi.json">OpenAPI document</a></nav>
<h2>In the store</h2>
${held.length === 0 ? '<p class="note">The store is empty. See <code>npm run asfiled -- ingest --help</code> for how to load data.</p>' : marketsTable(held)}
<h2>Three calls</h2>
${examples(base, listing)}
<p class="note">Create a key with <code>npm run asfiled -- key create --email you@example.com --plan pro</code> and replace <code>$KEY</code> with it.</p>
</main>
</body>
</html>
`;
}

async function catalog(db: Database, now: Date): Promise<Markets> {
  const result = await listMarkets.run({ db, account: null, now }, {});
  return result instanceof JsonText ? [] : listMarkets.output.parse(result).items;
}

function marketsTable(markets: Markets): string {
  const rows = markets.map(
    market =>
      `<tr><td>${escapeHtml(market.name)}</td><td class="n">${grouped(market.companies_count)}</td><td class="n">${grouped(market.filings_count)}</td><td class="t">${market.data_as_of === null ? '–' : minute(market.data_as_of)}</td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th>Market</th><th class="n">Companies</th><th class="n">Filings</th><th>Newest</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function examples(base: string, { ticker, market_id }: { ticker: string; market_id: string }): string {
  const symbol = encodeURIComponent(ticker);
  const market = encodeURIComponent(market_id);
  return [
    `/api/v1/entities/search?query=${symbol}`,
    `/api/v1/tickers/${symbol}/filings?market_id=${market}&limit=5`,
    `/api/v1/companies/financials?ticker=${symbol}&market_id=${market}&line_items=revenue,net_income`,
  ]
    .map(path => `<pre>curl -H "X-API-Key: $KEY" "${escapeHtml(base + path)}"</pre>`)
    .join('\n');
}

function minute(instant: string): string {
  return escapeHtml(instant.slice(0, 16).replace('T', ' '));
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

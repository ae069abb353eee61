import { expect, it } from 'vitest';
import { startBanner } from './start-banner.ts';

it('prints address, key, counts and documentation when the service is ready', () => {
  const url = 'http://127.0.0.1:8080';
  const stored = { issuers: 1_234, filings: 100_000 };
  expect(startBanner({ url, key: 'afk_x', keyFile: '/data/local-key', stored }).join('\n')).toBe(`\
asfiled is running at http://127.0.0.1:8080
  Web app     http://127.0.0.1:8080/signin#key=afk_x
  API key     afk_x (stored in /data/local-key)
  Data        1,234 issuers, 100,000 or more filings
  API docs    http://127.0.0.1:8080/docs
  Guides      docs/README.md
  First call  curl -H "X-API-Key: afk_x" "http://127.0.0.1:8080/api/v1/companies/financials?ticker=AAPL&line_items=revenue"`);
});

import { type Database, sql } from '../db/database.ts';
import { formatInteger } from './terminal.ts';

/** Counting stops here, so that the start of a large store does not wait for its banner. */
const MAX_COUNTED = 100_000;

interface Stored {
  issuers: number;
  filings: number;
}

/** Counts what is stored, up to {@link MAX_COUNTED} of each. */
export async function countStored(db: Database): Promise<Stored> {
  const row = await db.queryOne<Stored>(sql`
    select (select count(*) from (select from issuers limit ${MAX_COUNTED}) as counted)::int as issuers,
      (select count(*) from (select from filings limit ${MAX_COUNTED}) as counted)::int as filings`);
  return row ?? { issuers: 0, filings: 0 };
}

/** What `serve` prints when it is ready. The key is in the URL's fragment, which browsers never send. */
export function startBanner(service: { url: string; key: string; keyFile: string; stored: Stored }): string[] {
  const { url, key, keyFile, stored } = service;
  return [
    `asfiled is running at ${url}`,
    `  Web app     ${url}/signin#key=${key}`,
    `  API key     ${key} (stored in ${keyFile})`,
    `  Data        ${counted(stored.issuers)} issuers, ${counted(stored.filings)} filings`,
    `  API docs    ${url}/docs`,
    '  Guides      docs/README.md',
    `  First call  curl -H "X-API-Key: ${key}" "${url}/api/v1/companies/financials?ticker=AAPL&line_items=revenue"`,
  ];
}

function counted(count: number): string {
  return count < MAX_COUNTED ? formatInteger(count) : `${formatInteger(MAX_COUNTED)} or more`;
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationName } from '../../../server/src/db/connection.ts';
import { type Database, sql } from '../../../server/src/db/database.ts';
import { openEmbeddedPostgres } from '../../../server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../../server/src/db/migrate.ts';
import { createPool } from '../../../server/src/db/pool.ts';
import { type FoundIssuer, searchIssuers } from '../../../server/src/domain/filings/issuers/search/search-issuers.ts';
import { isStoreEmpty } from '../../../server/src/domain/filings/issuers/store/issuers.ts';
import { createLog } from '../../../server/src/kernel/log.ts';
import { loadListedCompanies } from '../listed-companies.ts';
import type { Half } from './half.ts';
import { wilson } from './render.ts';

interface LabelledQuery {
  query: string;
  expected: readonly string[];
  notation: string;
  script: string;
  half: string;
}

/** Queries whose expected company came first; misses are listed for `dev` only. */
export interface CompanyMeasure {
  half: Half;
  byNotation: Map<string, Share>;
  byScript: Map<string, Share>;
  all: Share;
  p99Ms: number;
  details: string[];
}

interface Share {
  requested: number;
  first: number;
}

const SHOWN = 3;

/** Asks the entity search each query of one half. `store` keeps the loaded store for later runs. */
export async function measureCompanies(data: string, half: Half, store: string | undefined): Promise<CompanyMeasure> {
  const folder = store ?? mkdtempSync(join(tmpdir(), 'asfiled-queries-'));
  const log = createLog('error');
  const postgres = await openEmbeddedPostgres({ dataFolder: folder, role: 'bench', log, durable: false });
  const connection = postgres.connection('postgres');
  await migrate(connection);
  const db = createPool(connection, { applicationName: applicationName('bench'), plansOnce: true });
  try {
    if (await isStoreEmpty(db)) await loadListedCompanies(db, data);
    return await measure(db, half);
  } finally {
    await db.close();
    await postgres.close({ waitForOthersMs: 0 });
    if (store === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, half: Half): Promise<CompanyMeasure> {
  const all = { requested: 0, first: 0 };
  const [byNotation, byScript] = [new Map<string, Share>(), new Map<string, Share>()];
  const times: number[] = [];
  const details: string[] = [];
  for (const { query, expected, notation, script } of readQueries().filter(
    labelledQuery => labelledQuery.half === half,
  )) {
    const startedMs = performance.now();
    const found = await searchIssuers(db, { query }, SHOWN);
    times.push(performance.now() - startedMs);
    const isFirst = found[0] !== undefined && (await keysOf(db, found[0])).some(key => expected.includes(key));
    for (const share of [all, shareOf(byNotation, notation), shareOf(byScript, script)]) {
      share.requested += 1;
      if (isFirst) share.first += 1;
    }
    if (!isFirst && half === 'dev') {
      const shown = found.map(
        issuer => `${issuer.company_name} ${issuer.canonical_key} ${issuer.matched_on} ${issuer.score.toFixed(3)}`,
      );
      details.push(`${notation}: ${query} → ${expected[0]}; found ${shown.join(' | ') || 'nothing'}`);
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { half, all, byNotation, byScript, p99Ms: sorted[Math.floor(0.99 * sorted.length)] ?? 0, details };
}

function shareOf(shares: Map<string, Share>, name: string): Share {
  const known = shares.get(name) ?? { requested: 0, first: 0 };
  shares.set(name, known);
  return known;
}

/** Exchanges whose tickers the labels name by country; the store has them in the market `eu`. */
const PARIS = 'eu';

/** Everything that a label may call a company: each listing, key and number of its registrants. */
async function keysOf(db: Database, { canonical_key }: FoundIssuer): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    with members as (
      select i.issuer_id, i.canonical_key from issuers l join issuers i on i.entity_id = l.entity_id
      where l.canonical_key = ${canonical_key})
    select canonical_key as key from members
    union select market_id || ':' || ticker from members join listings using (issuer_id)
    union select 'fr:' || ticker from members join listings using (issuer_id) where market_id = ${PARIS}
    union select scheme || ':' || identifier from members join issuer_identifiers using (issuer_id)`);
  return rows.flatMap(({ key }) => [key, key.replace(/^hk:0(?=\d{4}$)/, 'hk:'), key.replace(/^(\w+:)0+/, '$1')]);
}

function readQueries(): LabelledQuery[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'company-queries.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => {
    const [query = '', expected = '', also = '', notation = '', script = '', half = ''] = line.split('\t');
    return { query, expected: [expected, ...also.split(' ')].filter(key => key !== ''), notation, script, half };
  });
}

export function renderCompanyMeasure({ half, all, byNotation, byScript, p99Ms, details }: CompanyMeasure): string {
  const table = (group: string, shares: Map<string, Share>): string[] => [
    `| ${group} | queries | first | share |`,
    '|---|---|---|---|',
    ...[...shares].map(([name, { requested, first }]) => {
      const { low, high } = wilson(first, requested) ?? { low: 0, high: 0 };
      const share = `${((100 * first) / requested).toFixed(1)} % (${low.toFixed(0)}–${high.toFixed(0)})`;
      return `| ${name} | ${requested} | ${first} | ${share} |`;
    }),
    '',
  ];
  return [
    `## Queries that find a company, labelled half \`${half}\``,
    '',
    'Queries whose expected company comes first among the companies of all recorded lists. Intervals are Wilson score intervals at 95 %.',
    '',
    ...table('notation', new Map([...[...byNotation].sort(), ['all', all] as const])),
    ...table('script', new Map([...byScript].sort())),
    `99 % of the queries take at most ${p99Ms.toFixed(0)} ms.`,
    '',
    ...details.map(detail => `- ${detail}`),
  ].join('\n');
}

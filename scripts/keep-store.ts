/**
 * `node scripts/keep-store.ts COMMIT`: writes `server/src/db/kept-stores/COMMIT.sql`, a small store as that commit made it:
 * its migrations, a few rows, and its record of the applied migrations. A migration whose text is the current one
 * is included by name (`\ir` of psql). A test upgrades every kept store.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
const MIGRATIONS = 'server/src/db/migrations';

/** Rows with the columns that stores of every kept commit have. */
const ROWS = `
insert into accounts (account_id, email, plan) values ('00000000-0000-4000-8000-000000000001', 'kept@example.org', 'pro');
insert into api_keys (account_id, name, digest, hint)
values ('00000000-0000-4000-8000-000000000001', 'kept', '\\x00', 'kept');
insert into issuers (canonical_key, company_name, market_id) values ('cik:9990001', 'Kept Works Inc.', 'us');
insert into issuer_names (issuer_id, name_key, matched) select issuer_id, 'kept works', 'name' from issuers;
insert into listings (issuer_id, market_id, ticker, ticker_key, is_home)
select issuer_id, 'us', 'KEPT', 'KEPT', true from issuers;
insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date, known_at,
  is_amendment, url, has_xbrl, precedence)
select issuer_id, registry, native_id, gen_random_uuid(), '10-K', 'annual_report', 'periodic', '2024-02-20',
  '2024-02-20T21:05:00Z', false, 'https://registry.example/' || native_id, false, precedence
from issuers, (values ('sec-edgar', 'opened', 0), ('sec-edgar', 'listed', 1), ('sec-edgar', 'in a data set', 4),
  ('esef', 'indexed', 1), ('sec-edgar', 'unlisted', 7)) as one (registry, native_id, precedence);
insert into issuer_statements (issuer_id, source, registry, precedence, documents)
select issuer_id, source, registry, precedence, '[]'
from issuers, (values ('submissions', 'sec-edgar', 1), ('companyfacts', 'sec-edgar', 5),
  ('financial-statement-data-set/2024q1', 'sec-edgar', 4), ('filing/opened', 'sec-edgar', 6),
  ('titles/zh/sehk-1/20240101', 'hkexnews', 5)) as one (source, registry, precedence);
`;

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  console.error('usage: node scripts/keep-store.ts COMMIT');
  process.exit(2);
}
const names = git('ls-tree', '--name-only', `${commit}:${MIGRATIONS}`).trimEnd().split('\n');
const texts = names.map(name => git('show', `${commit}:${MIGRATIONS}/${name}`));
const steps = names.map((name, index) =>
  isUnchanged(name, texts[index]) ? `\\ir ../migrations/${name}` : texts[index],
);
writeFileSync(
  join(PROJECT, 'server/src/db/kept-stores', `${commit}.sql`),
  `-- A store of commit ${commit}, written by scripts/keep-store.ts.\n${steps.join('\n')}${ROWS}${recordOf(names, texts)}`,
);

function isUnchanged(name: string, text: string | undefined): boolean {
  const path = join(PROJECT, MIGRATIONS, name);
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

/** What migrate.ts writes when it applies migrations. */
function recordOf(applied: readonly string[], bodies: readonly string[]): string {
  const rows = applied.map((name, index) => {
    const digest = createHash('sha256')
      .update(bodies[index] ?? '')
      .digest('hex');
    return `  (${index + 1}, '${name}', '${digest}')`;
  });
  return `
create table schema_migrations (
  number     integer primary key,
  name       text not null,
  digest     text not null,
  applied_at timestamptz not null default now()
);
insert into schema_migrations (number, name, digest) values
${rows.join(',\n')};
`;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' });
}

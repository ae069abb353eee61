import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createBlankDatabase, type TestDatabase, useTestDatabase } from '../../test/database.ts';
import { exportText } from '../../test/worker.ts';
import { type Database, sql } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

const STORES = join(import.meta.dirname, 'kept-stores');
const KEPT = readdirSync(STORES).map(name => name.replace('.sql', ''));

const fresh = useTestDatabase();
const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

/** A store as an earlier commit left it. */
async function openKept(commit: string): Promise<TestDatabase> {
  const database = await createBlankDatabase();
  opened.push(database);
  const text = readFileSync(join(STORES, `${commit}.sql`), 'utf8');
  await database.run(text.replace(/^\\ir (.+)$/gm, (_, path: string) => readFileSync(join(STORES, path), 'utf8')));
  return database;
}

/** Everything that the migrations created, ignoring the order of columns. */
async function describeSchema(db: Database): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select format('column %s.%s %s %s default %s identity %s compression %s storage %s', attrelid::regclass, attname,
      format_type(atttypid, atttypmod), case when attnotnull then 'not null' else 'null' end, pg_get_expr(adbin, adrelid),
      attidentity, attcompression, attstorage) as line
    from pg_attribute join pg_class t on t.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select format('relation %s %s %s %s', relname, relkind, relpersistence, reloptions)
    from pg_class where relnamespace = 'public'::regnamespace
    union all
    select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select format('extension %s', extname) from pg_extension
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`);
  return rows.map(row => row.line).sort();
}

describe.each(KEPT)('a store of commit %s', commit => {
  it('has the schema of a fresh store after an upgrade', async () => {
    const store = await openKept(commit);
    const applied = await migrate(store.connection);
    expect(applied.at(-1)).toBe(readMigrations().at(-1)?.name);
    const shown = await describeSchema(store.db);
    expect(shown.length).toBeGreaterThan(2_000);
    expect(shown).toEqual(await describeSchema(fresh.db));
  });

  it('keeps its rows, and converts positions of sources to ranks', async () => {
    const store = await openKept(commit);
    await migrate(store.connection);
    const ranks = await store.db.query<{ row: string }>(sql`
      select registry || ' ' || native_id || ' ' || precedence as row from filings
      union all select registry || ' ' || source || ' ' || precedence from issuer_statements order by 1`);
    expect(ranks.map(({ row }) => row)).toEqual([
      'esef indexed 20',
      'hkexnews titles/zh/sehk-1/20240101 60',
      'sec-edgar companyfacts 70',
      'sec-edgar filing/opened 1000',
      'sec-edgar financial-statement-data-set/2024q1 50',
      'sec-edgar in a data set 50',
      'sec-edgar listed 20',
      'sec-edgar opened 10',
      'sec-edgar submissions 20',
      'sec-edgar unlisted 1000',
    ]);
    expect(await exportText(store.db)).toContain('"canonical_key": "cik:9990001"');
  });
});

import { type Database, raw, type Sql, sql } from '../db/database.ts';
import type { ExportedTable } from '../domain/kit/store/exported-table.ts';
import { PARTS } from './parts.ts';

/**
 * Exports every table of the parts, issuer by issuer in the order of their keys, then rows of publishers and anomalies.
 * Two stores that were built from the same bytes export the same text: one JSON line `{"table", "row"}` per row.
 */
export async function* exportStore(db: Database): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const issuers = await nextIssuers(db, after);
    const last = issuers.at(-1);
    if (last === undefined) break;
    const ids = issuers.map(issuer => issuer.id);
    for (const table of tablesOf('issuers')) yield* exportRows(db, table.table, rowsOfIssuers(table, ids));
    after = last.key;
  }
  for (const table of [PUBLISHED_DOCUMENTS, ...tablesOf('publishers')]) {
    yield* exportRows(db, table.table, rowsOfPublishers(table));
  }
  yield* exportRows(
    db,
    'anomalies',
    sql`
      select (to_jsonb(one) - 'first_seen' - 'last_seen')::text as row from anomalies as one
      order by registry collate "C", source collate "C", locator collate "C", kind collate "C"`,
  );
}

const PUBLISHED_DOCUMENTS: ExportedTable = {
  table: 'published_documents',
  of: 'publishers',
  omit: ['read_at'],
  order: ['registry C', 'url C', 'sha256 C'],
};

/** The tables of every part, in the order of the parts. */
export function tablesOf(kind: ExportedTable['of']): ExportedTable[] {
  return PARTS.flatMap(part => part.tables ?? []).filter(table => table.of === kind);
}

async function* exportRows(db: Database, table: string, select: Sql): AsyncGenerator<string> {
  for (const { row } of await db.query<{ row: string }>(select)) yield `{"table":"${table}","row":${row}}\n`;
}

interface NextIssuer {
  id: string;
  key: string;
}

/** The next issuers whose rows are held in memory together: fewer if they have many facts. */
async function nextIssuers(db: Database, after: string): Promise<NextIssuer[]> {
  return db.query<NextIssuer>(sql`
    select id, key from (
      select id, key, sum(facts) over (order by key collate "C") - facts as facts_before from (
        select issuer_id as id, canonical_key as key,
          (select coalesce(sum(facts_count), 0) from fact_sources s where s.issuer_id = i.issuer_id) as facts
        from issuers i where canonical_key collate "C" > ${after}
        order by canonical_key collate "C" limit ${MAX_ISSUERS_HELD}
      ) as next
    ) as counted
    where facts_before <= ${MAX_FACTS_HELD}::bigint order by key collate "C"`);
}

const MAX_ISSUERS_HELD = 200;
const MAX_FACTS_HELD = 300_000;

function rowsOfIssuers(table: ExportedTable, ids: readonly string[]): Sql {
  const members = [table.namesIssuer === false ? [] : `'issuer', issuers.canonical_key`, table.add ?? []].flat();
  const from = table.from ?? `${table.table} as one join issuers on issuers.issuer_id = one.issuer_id`;
  return sql`
    select (${raw(rowOf(table, members))})::text as row from ${raw(from)}
    where issuers.issuer_id = any(${[...ids]}::bigint[])
    order by ${raw(['issuers.canonical_key collate "C"', ...table.order.map(toOrder)].join(', '))}`;
}

function rowsOfPublishers(table: ExportedTable): Sql {
  const from = table.from ?? `${table.table} as one`;
  return sql`
    select (${raw(rowOf(table, table.add === undefined ? [] : [table.add]))})::text as row from ${raw(from)}
    order by ${raw(table.order.map(toOrder).join(', '))}`;
}

function rowOf({ omit = [] }: ExportedTable, members: readonly string[]): string {
  const kept = ['to_jsonb(one)', ...['issuer_id', ...omit].map(column => `'${column}'`)].join(' - ');
  return members.length === 0 ? kept : `${kept} || jsonb_build_object(${members.join(', ')})`;
}

function toOrder(column: string): string {
  return `one.${column.replace(/ C$/, ' collate "C"')}`;
}

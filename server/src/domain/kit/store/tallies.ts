import { type Database, sql } from '../../../db/database.ts';
import type { Tally } from '../../../kernel/tally.ts';

/** Stores what became of the parts of documents; each document's line replaces its older one. */
export async function upsertTallies(db: Database, registry: string, lines: readonly Tally[]): Promise<void> {
  if (lines.length === 0) return;
  const unique = new Map(lines.map(line => [`${line.source}\n${line.kind}`, line]));
  const rows = JSON.stringify([...unique.values()].sort((a, b) => (a.source < b.source ? -1 : 1)));
  await db.execute(sql`
    insert into tallies (registry, source, kind, read, explained, unread)
    select ${registry}, source, kind, read, explained, unread
    from jsonb_to_recordset(${rows}::jsonb)
      as row (source text, kind text, read integer, explained jsonb, unread integer)
    on conflict (registry, source, kind) do update
    set read = excluded.read, explained = excluded.explained, unread = excluded.unread`);
}

/** The sums of one kind of document of a registry. */
export interface TallySum {
  registry: string;
  kind: string;
  documents: number;
  read: number;
  explained: Record<string, number>;
  unread: number;
}

/** The sums by registry and kind of document. */
export function sumTallies(db: Database): Promise<TallySum[]> {
  return db.query(sql`
    with reasons as (
      select registry, kind, reason, sum(count::bigint)::float8 as count
      from tallies cross join lateral jsonb_each_text(explained) as reason (reason, count)
      group by registry, kind, reason)
    select tallies.registry, tallies.kind, count(*)::float8 as documents, sum(tallies.read)::float8 as read,
      coalesce((
        select jsonb_object_agg(reason, count) from reasons
        where reasons.registry = tallies.registry and reasons.kind = tallies.kind), '{}') as explained,
      sum(tallies.unread)::float8 as unread
    from tallies group by tallies.registry, tallies.kind order by tallies.registry, tallies.kind`);
}

/** How far the shares of new documents may differ from those of older ones. */
const MAX_DIFFERENCE = 0.1;
/** Fewer parts than this on either side prove nothing. */
const MIN_PARTS = 200;
const NEW_FOR_DAYS = 7;

/** A kind of document whose share of explained or unread parts differs from what it was. */
export interface TallyJump {
  registry: string;
  kind: string;
  /** The share of parts that gave records, of documents of the last week and of older ones. */
  newShare: number;
  oldShare: number;
}

/** The kinds of documents of which the share of read parts has changed by more than a tenth in the last week. */
export async function listTallyJumps(db: Database): Promise<TallyJump[]> {
  return db.query(sql`
    with dated as (
      select registry, kind, read, recorded_at > now() - ${NEW_FOR_DAYS} * interval '1 day' as is_new,
        read + unread + coalesce((select sum(count::bigint) from jsonb_each_text(explained) as reason (reason, count)), 0)
          as parts
      from tallies),
    sides as (
      select registry, kind,
        sum(read) filter (where is_new)::float8 as new_read, sum(parts) filter (where is_new)::float8 as new_parts,
        sum(read) filter (where not is_new)::float8 as old_read, sum(parts) filter (where not is_new)::float8 as old_parts
      from dated group by registry, kind)
    select registry, kind, new_read / new_parts as "newShare", old_read / old_parts as "oldShare"
    from sides
    where new_parts >= ${MIN_PARTS} and old_parts >= ${MIN_PARTS}
      and abs(new_read / new_parts - old_read / old_parts) > ${MAX_DIFFERENCE}
    order by registry, kind`);
}

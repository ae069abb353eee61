import { type Database, sql } from '../../../db/database.ts';
import type { Tally } from '../../../kernel/tally.ts';
import { replaceAnomalies } from './anomalies.ts';

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

/** How far the share of read parts of new documents may differ from that of older ones, and by how much the unread may rise. */
const MAX_DIFFERENCE = 0.1;
const MAX_UNREAD_RISE = 0.02;
/** Fewer parts than this on either side prove nothing. */
const MIN_PARTS = 200;
const NEW_FOR_DAYS = 7;

/** Shares of the parts of documents, 0 to 1. */
interface Shares {
  /** Parts that gave records. */
  read: number;
  /** Parts that nothing reads and no rule explains. */
  unread: number;
}

/** A kind of document whose share of read or unread parts differs from what it was. */
export interface TallyJump {
  registry: string;
  kind: string;
  /** Of documents recorded in the last week, and of older ones. */
  last7Days: Shares;
  before: Shares;
}

/**
 * The kinds of documents of which the share of read parts has changed by more than a tenth in the last week, or the share of
 * unread parts has risen by more than a fiftieth.
 */
export async function listTallyJumps(db: Database): Promise<TallyJump[]> {
  return db.query(sql`
    with dated as (
      select registry, kind, read, unread, recorded_at > now() - ${NEW_FOR_DAYS} * interval '1 day' as is_new,
        read + unread + coalesce((select sum(count::bigint) from jsonb_each_text(explained) as reason (reason, count)), 0)
          as parts
      from tallies),
    sides as (
      select registry, kind, is_new, sum(parts) as parts,
        sum(read)::float8 / nullif(sum(parts), 0) as read, sum(unread)::float8 / nullif(sum(parts), 0) as unread
      from dated group by registry, kind, is_new)
    select registry, kind,
      json_build_object('read', fresh.read, 'unread', fresh.unread) as "last7Days",
      json_build_object('read', old.read, 'unread', old.unread) as before
    from sides as fresh join sides as old using (registry, kind)
    where fresh.is_new and not old.is_new and fresh.parts >= ${MIN_PARTS} and old.parts >= ${MIN_PARTS}
      and (abs(fresh.read - old.read) > ${MAX_DIFFERENCE} or fresh.unread - old.unread > ${MAX_UNREAD_RISE})
    order by registry, kind`);
}

/** `edinet files: 40 % of the parts of the last 7 days were read and 5 % were unread, 90 % and 0 % before` */
export function describeJump({ registry, kind, last7Days, before }: TallyJump): string {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const shares = `${percent(last7Days.read)} of the parts of the last 7 days were read and ${percent(last7Days.unread)} were unread`;
  return `${registry} ${kind}: ${shares}, ${percent(before.read)} and ${percent(before.unread)} before`;
}

/** The source of the anomalies of jumps: they belong to no document. */
const SOURCE = 'tallies';

/** Stores an anomaly for each jump, and deletes those of jumps that are over. */
export async function recordTallyJumps(db: Database): Promise<void> {
  const jumps = Map.groupBy(await listTallyJumps(db), jump => jump.registry);
  const known = await db.query<{ registry: string }>(
    sql`select distinct registry from anomalies where source = ${SOURCE}`,
  );
  for (const registry of new Set([...jumps.keys(), ...known.map(row => row.registry)])) {
    const anomalies = (jumps.get(registry) ?? []).map(jump => {
      return { registry, source: SOURCE, locator: jump.kind, kind: 'tally_jump', detail: describeJump(jump) };
    });
    await replaceAnomalies(db, registry, [SOURCE], anomalies);
  }
}

import { type Database, sql } from '../../../db/database.ts';
import type { Anomaly } from '../../../kernel/anomaly-log.ts';

/**
 * Replaces the stored anomalies of the given sources. If two anomalies share source, locator and kind, the first is kept.
 */
export async function replaceAnomalies(
  db: Database,
  registry: string,
  sources: readonly string[],
  anomalies: readonly Anomaly[],
): Promise<void> {
  const unique = new Map<string, Anomaly>();
  for (const anomaly of anomalies) {
    const key = JSON.stringify([anomaly.source, anomaly.locator, anomaly.kind]);
    if (!unique.has(key)) unique.set(key, { ...anomaly, registry });
  }
  const rows = JSON.stringify([...unique.values()]);
  await db.execute(sql`
    delete from anomalies as old where old.registry = ${registry} and old.source = any(${[...sources]}) and not exists (
      select from json_to_recordset(${rows}::json) as row (source text, locator text, kind text)
      where row.source = old.source and row.locator = old.locator and row.kind = old.kind)`);
  if (unique.size === 0) return;
  await db.execute(sql`
    insert into anomalies (registry, source, locator, kind, detail)
    select registry, source, locator, kind, detail
    from json_to_recordset(${rows}::json) as row (registry text, source text, locator text, kind text, detail text)
    on conflict (registry, source, locator, kind) do update set detail = excluded.detail, last_seen = now()`);
}

/** Counts the stored anomalies by registry and kind. */
export async function countAnomalies(db: Database): Promise<{ registry: string; kind: string; count: number }[]> {
  return db.query(sql`
    select registry, kind, count(*)::int as count from anomalies group by registry, kind order by registry, count desc, kind`);
}

import { copyLine, sql, type Transaction } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { WeoPoint, WeoSeries } from '../model/world-outlook.ts';

/** A stored series. */
interface StoredSeries {
  area: string;
  subject: string;
  area_name: string;
  subject_name: string;
  unit: string;
  last_actual_year: number | null;
  note: string | null;
  years: number[];
  amounts: (string | null)[];
  read_at: Instant;
}

/**
 * Writes series of the World Economic Outlook. A file may contain only some years of a vintage; other stored years are
 * kept. If two documents state a year, the one read later wins. Returns the number of new or changed series.
 */
export async function upsertWeoSeries(
  tx: Transaction,
  source: string,
  series: readonly WeoSeries[],
  readAt: Instant,
): Promise<number> {
  let changed = 0;
  for (const [vintage, own] of Map.groupBy(series, weoSeries => weoSeries.vintage)) {
    changed += await upsertVintage(tx, source, vintage, own, readAt);
  }
  return changed;
}

async function upsertVintage(
  tx: Transaction,
  source: string,
  vintage: string,
  incoming: readonly WeoSeries[],
  readAt: Instant,
): Promise<number> {
  // Prevents lost updates: two files of one vintage would each merge into what they read.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`weo ${vintage}`}))`);
  const areas = [...new Set(incoming.map(series => series.area))];
  const rows = await tx.query<StoredSeries>(sql`
    select area, subject, area_name, subject_name, unit, last_actual_year, note, years, amounts::text[] as amounts, read_at
    from weo_series where vintage = ${vintage} and area = any(${areas}::text[])`);
  const kept = new Map(rows.map(row => [`${row.area} ${row.subject}`, row]));
  const changed = new Map<string, StoredSeries>();
  for (const one of incoming) {
    const key = `${one.area} ${one.subject}`;
    const before = kept.get(key) ?? null;
    const after = merge(before, one, readAt);
    if (before !== null && JSON.stringify(before) === JSON.stringify(after)) continue;
    kept.set(key, after);
    changed.set(key, after);
  }
  if (changed.size > 0) await write(tx, source, vintage, [...changed.values()]);
  return changed.size;
}

function merge(kept: StoredSeries | null, incoming: WeoSeries, readAt: Instant): StoredSeries {
  const own = toKept(incoming, readAt);
  if (kept === null) return own;
  const [older, newer] = kept.read_at > readAt ? [own, kept] : [kept, own];
  const points = new Map([...pointsOf(older), ...pointsOf(newer)].map(point => [point.year, point]));
  const { years, amounts } = toColumns([...points.values()]);
  const lastActual = newer.last_actual_year ?? older.last_actual_year;
  const merged = { ...newer, last_actual_year: lastActual, note: newer.note ?? older.note, years, amounts };
  // A repeated statement without changes keeps its age.
  return JSON.stringify({ ...merged, read_at: kept.read_at }) === JSON.stringify(kept) ? kept : merged;
}

function toKept(series: WeoSeries, readAt: Instant): StoredSeries {
  return {
    area: series.area,
    subject: series.subject,
    area_name: series.areaName,
    subject_name: series.subjectName,
    unit: series.unit,
    last_actual_year: series.lastActualYear,
    note: series.note,
    ...toColumns(series.points),
    read_at: readAt,
  };
}

function toColumns(points: readonly WeoPoint[]): Pick<StoredSeries, 'years' | 'amounts'> {
  const sorted = [...points].sort((a, b) => a.year - b.year);
  return { years: sorted.map(point => point.year), amounts: sorted.map(point => point.value) };
}

function pointsOf({ years, amounts }: StoredSeries): WeoPoint[] {
  return years.map((year, at) => ({ year, value: amounts[at] ?? null }));
}

const COLUMNS = [
  'vintage',
  'area',
  'subject',
  'area_name',
  'subject_name',
  'unit',
  'last_actual_year',
  'note',
  'years',
  'amounts',
  'source',
  'read_at',
] as const;

async function write(tx: Transaction, source: string, vintage: string, rows: readonly StoredSeries[]): Promise<void> {
  await tx.execute(sql`
    create temporary table if not exists incoming_weo_series (like weo_series) on commit delete rows`);
  const lines = rows.map(row =>
    copyLine([
      vintage,
      row.area,
      row.subject,
      row.area_name,
      row.subject_name,
      row.unit,
      row.last_actual_year,
      row.note,
      `{${row.years}}`,
      `{${row.amounts.map(amount => amount ?? 'NULL')}}`,
      source,
      row.read_at,
    ]),
  );
  await tx.copy('incoming_weo_series', COLUMNS, lines);
  await tx.execute(sql`
    insert into weo_series select * from incoming_weo_series order by area, subject
    on conflict (vintage, area, subject) do update set area_name = excluded.area_name, subject_name = excluded.subject_name,
      unit = excluded.unit, last_actual_year = excluded.last_actual_year, note = excluded.note, years = excluded.years,
      amounts = excluded.amounts, source = excluded.source, read_at = excluded.read_at`);
  await tx.execute(sql`delete from incoming_weo_series`);
}

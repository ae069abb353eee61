import { copyLine, sql, type Transaction } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { type MacroRate, monthsOfTenor } from '../model/macro-rate.ts';

/**
 * Writes the values of a publisher's series. If a document has two values for one date, the last wins, and no value
 * replaces one from a document that was read later. Returns the number of new or changed values.
 */
export async function upsertMacroRates(
  tx: Transaction,
  source: string,
  rates: readonly MacroRate[],
  readAt: Instant,
): Promise<number> {
  if (rates.length === 0) return 0;
  await upsertSeries(tx, source, rates);
  const unique = new Map(rates.map(rate => [`${rate.series.seriesId} ${rate.date}`, rate]));
  await tx.execute(sql`
    create temporary table if not exists incoming_rate_values (like rate_values) on commit delete rows`);
  const columns = ['source', 'series_id', 'rate_date', 'rate_pct', 'read_at'] as const;
  const lines = unique
    .values()
    .map(({ series, date, ratePct }) => copyLine([source, series.seriesId, date, ratePct, readAt]));
  await tx.copy('incoming_rate_values', columns, [...lines]);
  const changed = await tx.queryOne<{ count: number }>(sql`
    select count(*)::int as count from incoming_rate_values new
      left join rate_values kept using (source, series_id, rate_date)
    where kept.source is null and new.rate_pct is not null
      or kept.read_at <= new.read_at and kept.rate_pct is distinct from new.rate_pct`);
  await tx.execute(sql`
    insert into rate_values as kept (source, series_id, rate_date, rate_pct, read_at)
    select source, series_id, rate_date, rate_pct, read_at from incoming_rate_values
    order by source, series_id, rate_date
    on conflict (source, series_id, rate_date) do update set rate_pct = excluded.rate_pct, read_at = excluded.read_at
    where kept.read_at < excluded.read_at
      or kept.read_at = excluded.read_at and kept.rate_pct::text is distinct from excluded.rate_pct::text`);
  await tx.execute(sql`delete from incoming_rate_values`);
  return changed?.count ?? 0;
}

async function upsertSeries(tx: Transaction, source: string, rates: readonly MacroRate[]): Promise<void> {
  const rows = [...new Map(rates.map(({ series }) => [series.seriesId, series])).values()].map(series => ({
    ...series,
    months: series.tenor === null ? null : monthsOfTenor(series.tenor),
  }));
  await tx.execute(sql`
    insert into rate_series as kept (source, series_id, rate_group, country_code, tenor, tenor_months, frequency, note)
    select ${source}, "seriesId", "group", "countryCode", tenor, months, frequency, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("group" text, "seriesId" text, "countryCode" text,
      tenor text, months numeric, frequency text, note text)
    order by "seriesId"
    on conflict (source, series_id) do update set rate_group = excluded.rate_group, country_code = excluded.country_code,
      tenor = excluded.tenor, tenor_months = excluded.tenor_months, frequency = excluded.frequency,
      note = coalesce(excluded.note, kept.note)
    where (kept.rate_group, kept.country_code, kept.tenor, kept.frequency, kept.note)
      is distinct from (excluded.rate_group, excluded.country_code, excluded.tenor, excluded.frequency,
        coalesce(excluded.note, kept.note))`);
}

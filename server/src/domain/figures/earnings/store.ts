import { sql, type Transaction } from '../../../db/database.ts';
import { toStorableText } from '../../../db/encode-text.ts';
import type { Instant, IsoDate } from '../../../kernel/dates.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import type { FilingKey } from '../../kit/store/filing-keys.ts';
import { keepFormerReadings, type TextReadings } from '../../kit/store/readings.ts';
import { GUIDANCE_RULES_VERSION } from '../guidance/rules/read-guidance.ts';
import { type CalendarEntry, entryKeyOf } from './model/earnings-calendar.ts';
import type { EarningsRelease } from './model/earnings-release.ts';

/** The guidance in releases. */
export const GUIDANCE_READINGS: TextReadings = {
  subject: 'guidance',
  rulesVersion: GUIDANCE_RULES_VERSION,
  readings: sql`select issuer_id, registry, native_id, guidance_version as rules_version from earnings_releases`,
  records: sql`
    select issuer_id, registry, native_id,
      concat_ws(' ', one ->> 'metric', one ->> 'fiscalYear', one ->> 'fiscalPeriod') as key,
      concat_ws(' · ', one ->> 'direction', concat_ws(' to ', one ->> 'newLow', one ->> 'newHigh'), one ->> 'unit') as said
    from earnings_releases, jsonb_array_elements(guidance::jsonb) as one`,
};

/**
 * Writes entries of a calendar that was first read at `readAt`. Later duplicates of a release win, and an older
 * document never replaces data of a newer one. Returns the number of new or changed entries.
 */
export async function upsertCalendarEntries(
  tx: Transaction,
  source: string,
  entries: readonly CalendarEntry[],
  readAt: Instant,
): Promise<number> {
  const rows = new Map<string, CalendarEntry & { tickerKey: string; entryKey: string }>();
  for (const entry of entries) {
    const entryKey = entryKeyOf(entry);
    if (entryKey === null) continue;
    const key = tickerKey(entry.ticker);
    rows.set(`${entry.marketId} ${key} ${entryKey}`, { ...entry, tickerKey: key, entryKey });
  }
  return tx.execute(sql`
    insert into calendar_entries as kept (source, market_id, ticker_key, entry_key, ticker, report_date, date_status,
      report_time, call_at, period_end, fiscal_year, fiscal_period, currency, eps_estimate, eps_actual, revenue_estimate,
      estimates_count, document_url, read_at)
    select ${source}, "marketId", "tickerKey", "entryKey", ticker, "reportDate", "dateStatus", "reportTime", "callAt",
      "periodEnd", "fiscalYear", "fiscalPeriod", currency, "epsEstimate", "epsActual", "revenueEstimate", "estimatesCount",
      "documentUrl", ${readAt}
    from json_to_recordset(${JSON.stringify([...rows.values()])}::json) as row (
      "marketId" text, "tickerKey" text, "entryKey" text, ticker text, "reportDate" date, "dateStatus" text,
      "reportTime" text, "callAt" timestamptz, "periodEnd" date, "fiscalYear" integer, "fiscalPeriod" text, currency text,
      "epsEstimate" numeric, "epsActual" numeric, "revenueEstimate" numeric, "estimatesCount" integer, "documentUrl" text)
    order by "marketId", "tickerKey", "entryKey"
    on conflict (source, market_id, ticker_key, entry_key) do update set ticker = excluded.ticker,
      report_date = excluded.report_date, date_status = excluded.date_status, report_time = excluded.report_time,
      call_at = excluded.call_at, period_end = excluded.period_end, fiscal_year = excluded.fiscal_year,
      fiscal_period = excluded.fiscal_period, currency = excluded.currency, eps_estimate = excluded.eps_estimate,
      eps_actual = excluded.eps_actual, revenue_estimate = excluded.revenue_estimate,
      estimates_count = excluded.estimates_count, document_url = excluded.document_url, read_at = excluded.read_at,
      told_at = case when kept.report_date = excluded.report_date then kept.told_at end
    where kept.read_at <= excluded.read_at
      and (kept.report_date, kept.date_status, kept.report_time, kept.call_at, kept.period_end, kept.fiscal_year,
        kept.fiscal_period, kept.currency, kept.eps_estimate, kept.eps_actual, kept.revenue_estimate,
        kept.estimates_count) is distinct from (excluded.report_date, excluded.date_status, excluded.report_time,
        excluded.call_at, excluded.period_end, excluded.fiscal_year, excluded.fiscal_period, excluded.currency,
        excluded.eps_estimate, excluded.eps_actual, excluded.revenue_estimate, excluded.estimates_count)`);
}

/** Issuers with a release in a date span (inclusive) that has not been announced. */
export async function listIssuersToAnnounce(
  tx: Transaction,
  { from, until, limit }: { from: IsoDate; until: IsoDate; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from calendar_entries
    where issuer_id is not null and told_at is null and report_date between ${from} and ${until}
    order by issuer_id limit ${limit}::integer`);
  return rows.map(row => row.issuer_id);
}

/** Records that the releases of some issuers in a span were checked, so that they are not checked again. */
export async function markAnnounced(
  tx: Transaction,
  issuerIds: readonly string[],
  { from, until }: { from: IsoDate; until: IsoDate },
): Promise<void> {
  await tx.execute(sql`
    update calendar_entries set told_at = now()
    where issuer_id = any(${[...issuerIds]}::bigint[]) and told_at is null and report_date between ${from} and ${until}`);
}

/** Replaces the earnings release of a filing; null = it has none. */
export async function replaceEarningsRelease(
  tx: Transaction,
  filing: FilingKey,
  release: EarningsRelease | null,
): Promise<void> {
  const { issuerId, registry, nativeId } = filing;
  await keepFormerReadings(tx, GUIDANCE_READINGS, [filing]);
  if (release === null) {
    await tx.execute(sql`
      delete from earnings_releases
      where issuer_id = ${issuerId} and registry = ${registry} and native_id = ${nativeId}`);
    return;
  }
  await tx.execute(sql`
    insert into earnings_releases as kept (issuer_id, registry, native_id, exhibit, title, url, file_id, text, chars, guidance,
      guidance_version)
    values (${issuerId}, ${registry}, ${nativeId}, ${toStorableText(release.exhibit)},
      ${release.title === null ? null : toStorableText(release.title)}, ${toStorableText(release.url)}, ${toStorableText(release.fileId)},
      ${toStorableText(release.text)}, ${release.text.length}, ${JSON.stringify(release.guidance)}, ${GUIDANCE_RULES_VERSION})
    on conflict (issuer_id, registry, native_id) do update set
      exhibit = excluded.exhibit, title = excluded.title, url = excluded.url, file_id = excluded.file_id,
      text = excluded.text, chars = excluded.chars, guidance = excluded.guidance,
      guidance_version = excluded.guidance_version
    where (kept.exhibit, kept.title, kept.url, kept.file_id, kept.text, kept.chars, kept.guidance,
      kept.guidance_version) is distinct from
      (excluded.exhibit, excluded.title, excluded.url, excluded.file_id, excluded.text, excluded.chars, excluded.guidance,
      excluded.guidance_version)`);
}

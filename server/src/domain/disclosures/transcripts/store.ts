import { createHash } from 'node:crypto';
import { type Sql, sql, type Transaction } from '../../../db/database.ts';
import { nameKey } from '../../../kernel/identifiers/name-key.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import { type CallGuidance, charsOf, excerptOfTurns, packWords, type Transcript, transcriptId } from './model.ts';

/** A transcript with the results of reading its text. */
export interface ReadTranscript extends Transcript {
  guidance: CallGuidance[];
}

/** Writes new and changed transcripts. Returns their ids. */
export async function upsertTranscripts(
  tx: Transaction,
  registry: string,
  transcripts: readonly ReadTranscript[],
): Promise<string[]> {
  const changed: string[] = [];
  const unique = new Map(transcripts.map(transcript => [transcriptId(transcript), transcript]));
  for (const [id, one] of [...unique].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (await upsertTranscript(tx, registry, id, one)) changed.push(id);
  }
  return changed;
}

async function upsertTranscript(
  tx: Transaction,
  registry: string,
  id: string,
  transcript: ReadTranscript,
): Promise<boolean> {
  const { company, eventAt, eventDate } = transcript;
  const digest = createHash('sha256').update(JSON.stringify(transcript)).digest('hex');
  const sortedAt = eventAt ?? (eventDate === null ? null : `${eventDate}T23:59:59Z`);
  const nameOrNull = company.name === null ? null : nameKey(company.name) || null;
  const tickerOrNull = company.ticker === null ? null : tickerKey(company.ticker);
  const written = await tx.execute(sql`
    insert into transcripts as kept (transcript_id, source, registry, document_url, company_name, company_key, ticker,
      ticker_key, market_id, call_type, title, stated_year, stated_period, fiscal_year, fiscal_period, event_at, event_date,
      sorted_at, published_at, language, url, excerpt, chars, guidance, words, digest)
    values (${id}, ${transcript.source}, ${registry}, ${transcript.documentUrl}, ${company.name}, ${nameOrNull}, ${company.ticker},
      ${tickerOrNull}, ${company.marketId}, ${transcript.callType}, ${transcript.title}, ${transcript.fiscalYear}, ${transcript.fiscalPeriod},
      ${transcript.fiscalYear}, ${transcript.fiscalPeriod}, ${eventAt}, ${eventDate}, ${sortedAt}, ${transcript.publishedAt}, ${transcript.language},
      ${transcript.url}, ${excerptOfTurns(transcript.turns)}, ${charsOf(transcript.turns)}, ${JSON.stringify(transcript.guidance)},
      ${packWords(transcript)}, ${digest})
    on conflict (transcript_id) do update set registry = excluded.registry, document_url = excluded.document_url,
      company_name = excluded.company_name, company_key = excluded.company_key, ticker = excluded.ticker,
      ticker_key = excluded.ticker_key, market_id = excluded.market_id, issuer_id = null, call_type = excluded.call_type,
      title = excluded.title, stated_year = excluded.stated_year, stated_period = excluded.stated_period,
      fiscal_year = excluded.fiscal_year, fiscal_period = excluded.fiscal_period, event_at = excluded.event_at,
      event_date = excluded.event_date, sorted_at = excluded.sorted_at, published_at = excluded.published_at,
      language = excluded.language, url = excluded.url, excerpt = excluded.excerpt, chars = excluded.chars,
      guidance = excluded.guidance, words = excluded.words, digest = excluded.digest, stored_at = now()
    where kept.digest <> excluded.digest`);
  return written > 0;
}

/** Lists unlinked transcripts that match a ticker or a name of the issuers. */
export async function listTranscriptsWaitingFor(tx: Transaction, issuerIds: readonly string[]): Promise<string[]> {
  const isWaiting = await tx.queryOne(sql`select from transcripts where issuer_id is null limit 1`);
  if (isWaiting === null) return [];
  const rows = await tx.query<{ transcript_id: string }>(sql`
    select t.transcript_id from listings l
    join transcripts t on t.ticker_key = l.ticker_key and t.issuer_id is null
    where l.issuer_id = any(${[...issuerIds]}::bigint[])
    union
    select t.transcript_id from issuer_names n
    join transcripts t on t.company_key = n.name_key and t.ticker_key is null and t.issuer_id is null
    where n.issuer_id = any(${[...issuerIds]}::bigint[])`);
  return rows.map(row => row.transcript_id);
}

/** Condition: a name of the entity of `issuers i` starts with the same whole words as the transcript's name. */
const NAME_MATCHES = sql`exists (
  select from issuers o join issuer_names n on n.issuer_id = o.issuer_id
  where o.entity_id = i.entity_id and (n.name_key = t.company_key
    or starts_with(n.name_key, t.company_key || ' ') or starts_with(t.company_key, n.name_key || ' ')))`;

/** Condition: `listings l` was active on the day of the call, or is active if the call has no day. */
const WAS_LISTED = sql`case when t.sorted_at is null then l.status <> 'delisted'
  else (l.listed_date is null or l.listed_date <= t.sorted_at::date)
    and (l.delisted_date is null or l.delisted_date >= t.sorted_at::date)
    and (l.status <> 'delisted' or l.delisted_date is not null) end`;

/**
 * Links unlinked transcripts to issuers: by ticker, in the stated market, unless the names contradict; by full name if no ticker is
 * stated. Ambiguous matches are not linked. Returns the linked transcripts with their registries.
 */
export async function linkTranscripts(
  tx: Transaction,
  transcriptIds: readonly string[],
): Promise<{ transcript_id: string; registry: string }[]> {
  if (transcriptIds.length === 0) return [];
  const rows = await tx.query<{ transcript_id: string; registry: string }>(sql`
    update transcripts found set issuer_id = fitting.issuer_id
    from (
      select transcript_id, min(issuer_id) as issuer_id from (
        select t.transcript_id, i.issuer_id, i.entity_id from transcripts t
        join listings l on l.ticker_key = t.ticker_key and (t.market_id is null or l.market_id = t.market_id)
        join issuers i on i.issuer_id = l.issuer_id
        where t.transcript_id = any(${[...transcriptIds]}) and t.issuer_id is null and ${WAS_LISTED}
          and case when t.company_key is null then t.market_id is not null else ${NAME_MATCHES} end
        union
        select t.transcript_id, i.issuer_id, i.entity_id from transcripts t
        join issuer_names n on n.name_key = t.company_key join issuers i on i.issuer_id = n.issuer_id
        where t.transcript_id = any(${[...transcriptIds]}) and t.issuer_id is null and t.ticker_key is null
      ) candidates
      group by transcript_id having count(distinct entity_id) = 1
    ) fitting
    where found.transcript_id = fitting.transcript_id
    returning found.transcript_id, found.registry`);
  await checkPeriods(tx, sql`t.transcript_id = any(${rows.map(row => row.transcript_id)}::text[])`);
  return rows;
}

/** Checks the fiscal periods of the issuers' transcripts against the stored fiscal calendars. */
export async function checkTranscriptPeriods(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await checkPeriods(tx, sql`t.issuer_id = any(${[...issuerIds]}::bigint[])`);
}

/** Maximum number of days between the end of a period and its call. */
const DAYS_AFTER_PERIOD = 200;
/** Tolerance in days for fiscal years of 52 and 53 weeks. */
const DAYS_OF_DRIFT = 15;

/**
 * Takes the end of the stated period from the company's calendar, or derives it from the nearest known year. A call before that
 * day, or long after it, concerns another, unknown period.
 */
async function checkPeriods(tx: Transaction, isMeant: Sql): Promise<void> {
  await tx.execute(sql`
    update transcripts kept set (fiscal_year, fiscal_period) = (checked.fiscal_year, checked.fiscal_period)
    from (
      select t.transcript_id, case when fits then t.stated_year end as fiscal_year,
        case when fits then t.stated_period end as fiscal_period
      from transcripts t
      left join lateral (
        select (p.period_end + make_interval(years => t.stated_year - p.fiscal_year))::date as period_end
        from issuers i join issuers o on o.entity_id = i.entity_id join kpi_periods p on p.issuer_id = o.issuer_id
        where i.issuer_id = t.issuer_id and (p.fiscal_period = t.stated_period
          or (p.fiscal_period = 'fy' and t.stated_period = 'q4'))
        order by abs(p.fiscal_year - t.stated_year), p.fiscal_year, p.period_end limit 1) expected on true
      cross join lateral (
        select expected.period_end is null or t.sorted_at is null
          or t.sorted_at::date between expected.period_end - ${DAYS_OF_DRIFT}::integer
            and expected.period_end + ${DAYS_AFTER_PERIOD}::integer as fits) judged
      where ${isMeant} and t.stated_year is not null
    ) checked
    where kept.transcript_id = checked.transcript_id
      and (kept.fiscal_year, kept.fiscal_period) is distinct from (checked.fiscal_year, checked.fiscal_period)`);
}

/** Lists the unlinked transcripts among the given ones, with their statements about the company. */
export function listUnlinked(
  tx: Transaction,
  transcriptIds: readonly string[],
): Promise<{ transcript_id: string; company: string }[]> {
  return tx.query(sql`
    select transcript_id, concat_ws(' ', company_name, ticker, market_id) as company from transcripts
    where transcript_id = any(${[...transcriptIds]}) and issuer_id is null`);
}

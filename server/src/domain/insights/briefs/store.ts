import { sql, type Transaction } from '../../../db/database.ts';
import type { AnnualAmounts } from '../../figures/financials/model/financials.ts';
import { ANNUAL_ROW, type AnnualRow, toAnnualFigures } from '../../figures/financials/views/annual-rows.ts';
import { isReadByRules } from '../../filings/proposals/views/read-by.ts';
import type { Verdict, VerdictWords } from './model.ts';
import type { CallRow } from './views/verdict.ts';

/** A verdict with its filing or call. */
export interface FiledVerdict {
  issuerId: string;
  method: string;
  rulesVersion: string;
  knownAt: string;
  registry: string | null;
  nativeId: string | null;
  transcriptId: string | null;
  verdict: Verdict;
}

/** Replaces the verdicts of a source on issuers. */
export async function replaceVerdicts(
  tx: Transaction,
  source: Verdict['analystSource'],
  method: string,
  issuerIds: readonly string[],
  verdicts: readonly FiledVerdict[],
): Promise<void> {
  if (issuerIds.length === 0) return;
  const rows = verdicts.map(({ verdict, rulesVersion, knownAt, ...of }) => {
    const { analystSource: _, stance, stanceScore, ...said } = verdict;
    const words: VerdictWords = { ...said, verdictDate: knownAt.slice(0, 10), rulesVersion };
    return { ...of, stance, stanceScore, knownAt, words: JSON.stringify(words) };
  });
  await tx.execute(sql`
    delete from verdicts
    where issuer_id = any(${[...issuerIds]}::bigint[]) and analyst_source = ${source} and method = ${method}`);
  await tx.execute(sql`
    insert into verdicts (issuer_id, analyst_source, method, stance, stance_score, known_at, registry, native_id,
      transcript_id, words)
    select "issuerId", ${source}, method, stance, "stanceScore", "knownAt", registry, "nativeId", "transcriptId", words
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, method text, stance text,
      "stanceScore" float8, "knownAt" timestamptz, registry text, "nativeId" text, "transcriptId" text, words text)`);
}

/** A fiscal year of an issuer with its report. */
export interface VerdictYearRow {
  issuer_id: string;
  registry: string;
  company_type: string | null;
  known_at: string;
  year: AnnualAmounts;
}

interface YearColumns extends AnnualRow, Omit<VerdictYearRow, 'year'> {
  status: AnnualAmounts['status'];
  native_id: string;
}

/** Loads the newest fiscal year of issuers and the four before, newest first, if their report is stored. */
export async function loadVerdictYears(tx: Transaction, issuerIds: readonly string[]): Promise<VerdictYearRow[]> {
  const rows = await tx.query<YearColumns>(sql`
    select y.*, f.company_type, g.registry, g.known_at
    from unnest(${[...issuerIds]}::bigint[]) as wanted (issuer_id)
    cross join lateral (
      select a.issuer_id, a.status, a.native_id, ${ANNUAL_ROW}
      from annual_amounts a where a.issuer_id = wanted.issuer_id order by a.period_end desc limit 5) y
    join issuer_financials f on f.issuer_id = y.issuer_id
    join lateral (
      select registry, known_at from filings g
      where g.issuer_id = y.issuer_id and g.native_id = y.native_id order by registry limit 1) g on true
    order by y.issuer_id, y.period_end desc`);
  return rows.map(row => ({
    issuer_id: row.issuer_id,
    registry: row.registry,
    company_type: row.company_type,
    known_at: row.known_at,
    year: { ...toAnnualFigures(row), status: row.status, accession: row.native_id },
  }));
}

/** Loads the open events of reports, and which reports were read. */
export async function loadVerdictFlags(
  tx: Transaction,
  reports: readonly { issuerId: string; registry: string; nativeId: string }[],
): Promise<{ issuer_id: string; rule_id: string | null; severity: string; words: string; is_read: boolean }[]> {
  return tx.query(sql`
    select wanted.issuer_id, f.rule_id, f.severity, f.words,
      exists (select from red_flag_readings r where r.issuer_id = wanted.issuer_id and r.registry = wanted.registry
        and r.native_id = wanted.native_id) as is_read
    from unnest(${reports.map(report => report.issuerId)}::bigint[], ${reports.map(report => report.registry)}::text[],
      ${reports.map(report => report.nativeId)}::text[]) as wanted (issuer_id, registry, native_id)
    left join red_flags f on f.issuer_id = wanted.issuer_id and f.registry = wanted.registry
      and f.native_id = wanted.native_id and f.judgement = 'event' and f.is_open and ${isReadByRules(sql`f.read_by`)}
    order by wanted.issuer_id, f.severity, f.rule_id, f.read_from`);
}

/** Loads the guidance of the newest release with guidance of each issuer, with its filing. */
export async function loadVerdictGuidance(
  tx: Transaction,
  issuerIds: readonly string[],
): Promise<{ issuer_id: string; registry: string; native_id: string; known_at: string; guidance: string }[]> {
  return tx.query(sql`
    select distinct on (e.issuer_id) e.issuer_id, e.registry, e.native_id, g.known_at, e.guidance
    from earnings_releases e
    join filings g on g.issuer_id = e.issuer_id and g.registry = e.registry and g.native_id = e.native_id
    where e.issuer_id = any(${[...issuerIds]}::bigint[]) and e.guidance <> '[]'
    order by e.issuer_id, g.known_at desc, e.native_id`);
}

/** A call of an issuer with its text. */
export type VerdictCallRow = Omit<CallRow, 'call_type'>;

/** Loads the latest earnings calls of issuers, latest first, as many as a verdict on the newest needs. */
export function loadVerdictCalls(tx: Transaction, issuerIds: readonly string[]): Promise<VerdictCallRow[]> {
  return tx.query<VerdictCallRow>(sql`
    select t.* from unnest(${[...issuerIds]}::bigint[]) as wanted (issuer_id)
    cross join lateral (
      select t.issuer_id, t.transcript_id, t.fiscal_year, t.fiscal_period, t.sorted_at,
        coalesce(t.published_at, t.event_at, t.sorted_at, t.stored_at) as known_at, t.language, t.guidance, t.words
      from transcripts t where t.issuer_id = wanted.issuer_id and t.call_type = 'earnings_call'
      order by t.sorted_at desc nulls last, t.fiscal_year desc nulls last, t.fiscal_period desc nulls last, t.transcript_id
      limit 12) t
    order by t.issuer_id, t.sorted_at desc nulls last, t.transcript_id`);
}

/** Returns the issuers of transcripts. */
export async function issuersOfTranscripts(tx: Transaction, transcriptIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from transcripts
    where transcript_id = any(${[...transcriptIds]}::text[]) and issuer_id is not null order by issuer_id`);
  return rows.map(row => row.issuer_id);
}

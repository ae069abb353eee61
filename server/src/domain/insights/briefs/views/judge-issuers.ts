import { type Database, empty, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { FlagWords, Severity } from '../../../disclosures/red-flags/model.ts';
import { figuresOf, readFigureFlags } from '../../../disclosures/red-flags/rules/read-figure-flags.ts';
import { transcribedBefore } from '../../../disclosures/transcripts/views/transcript.ts';
import type { Guidance } from '../../../figures/earnings/model/earnings-release.ts';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import { packFinancials } from '../../../figures/financials/rules/financials.ts';
import { ANNUAL_ROW, type AnnualRow, toAnnualFigures } from '../../../figures/financials/views/annual-rows.ts';
import { loadFinancialsInput } from '../../../figures/financials/views/load-financials-input.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { Registrant } from '../../../filings/issuers/views/find-issuer.ts';
import { isReadByRules } from '../../../filings/proposals/views/read-by.ts';
import type { FiledVerdict } from '../model.ts';
import { type FilingJudged, judgeFiling } from '../rules/judge-filing.ts';
import { judgeTranscript } from '../rules/judge-transcript.ts';
import { VERDICT_RULES_VERSION } from '../rules/stance.ts';
import { toTranscribedCall } from '../transcribed-call.ts';
import type { CallRow } from './verdict.ts';

/** The method of the documented rules. */
export const METHOD = 'rules';
/** Guidance older than this many days before a report concerns the reported year. */
const GUIDANCE_BEFORE_DAYS = 45;
const DAY_MS = 86_400_000;
/** Maximum number of fiscal years that a verdict reads. */
const MAX_YEARS = 5;

/** What a verdict is computed from, if not from everything that is known now. */
export interface VerdictsOfDay {
  registrants: readonly Registrant[];
  asOf: IsoDate;
  /** The end of the day, or now. */
  until: Instant;
}

/** The verdicts on the newest annual reports of issuers, now or as of a day. */
export async function judgeReports(
  db: Database,
  issuerIds: readonly string[],
  day: VerdictsOfDay | null = null,
): Promise<FiledVerdict[]> {
  const until = day?.until ?? null;
  const rows = day === null ? await loadVerdictYears(db, issuerIds) : await computeVerdictYears(db, day);
  const years = Map.groupBy(rows, row => row.issuer_id);
  const reports = [...years].flatMap(([issuerId, [first]]) =>
    first === undefined ? [] : [{ issuerId, registry: first.registry, nativeId: first.year.accession }],
  );
  const flags = Map.groupBy(await loadVerdictFlags(db, reports, until), row => row.issuer_id);
  const guidance = new Map((await loadVerdictGuidance(db, issuerIds, until)).map(row => [row.issuer_id, row]));
  return [...years].flatMap(([issuerId, known]): FiledVerdict[] => {
    const [newest] = known;
    if (newest === undefined) return [];
    const ofText = flagsOf(flags.get(issuerId) ?? []);
    const verdict = judgeFiling({
      years: known.slice(0, MAX_YEARS).map(row => row.year),
      companyType: newest.company_type as CompanyType | null,
      flags: day === null || ofText === null || newest.is_amendment ? ofText : withFigureFlags(ofText, known),
      ...guidanceOf(guidance.get(issuerId), newest),
    });
    if (verdict === null) return [];
    const { registry, known_at: knownAt, year } = newest;
    const of = { issuerId, method: METHOD, rulesVersion: VERDICT_RULES_VERSION, knownAt, registry };
    return [{ ...of, nativeId: year.accession, transcriptId: null, verdict }];
  });
}

/** Adds the flags on the figures of the newest report, in the order of stored flags, which are those of original reports only. */
function withFigureFlags(
  flags: NonNullable<FilingJudged['flags']>,
  known: readonly VerdictYearRow[],
): FilingJudged['flags'] {
  const [newest] = known;
  const years = known.map(row => row.year);
  const ofFigures = readFigureFlags(years, (newest?.company_type ?? null) as CompanyType | null)
    .filter(({ nativeId }) => nativeId !== null && nativeId === newest?.year.accession)
    .map(({ flag: { ruleId, severity, evidence } }) => ({ ruleId, severity, evidence }));
  return [...flags, ...ofFigures].sort(
    (a, b) => compareText(a.severity, b.severity) || compareText(a.ruleId, b.ruleId),
  );
}

function flagsOf(rows: Awaited<ReturnType<typeof loadVerdictFlags>>): FilingJudged['flags'] {
  if (!rows.some(row => row.is_read)) return null;
  return rows.flatMap(row => {
    if (row.rule_id === null) return [];
    const { evidence } = JSON.parse(row.words) as FlagWords;
    return [{ ruleId: row.rule_id, severity: row.severity as Severity, evidence }];
  });
}

function guidanceOf(
  row: Awaited<ReturnType<typeof loadVerdictGuidance>>[number] | undefined,
  newest: VerdictYearRow,
): Pick<FilingJudged, 'guidance' | 'guidanceFiling'> {
  const from = Date.parse(newest.known_at) - GUIDANCE_BEFORE_DAYS * DAY_MS;
  if (row === undefined || Date.parse(row.known_at) < from) return { guidance: [], guidanceFiling: null };
  return { guidance: JSON.parse(row.guidance) as Guidance[], guidanceFiling: row.native_id };
}

/** The verdicts on the latest calls of issuers, now or as of a day. */
export async function judgeCalls(
  db: Database,
  issuerIds: readonly string[],
  day: VerdictsOfDay | null = null,
): Promise<FiledVerdict[]> {
  const calls = Map.groupBy(await loadVerdictCalls(db, issuerIds, day?.until ?? null), row => row.issuer_id);
  if (calls.size === 0) return [];
  const rows = day === null ? await loadVerdictYears(db, [...calls.keys()]) : await computeVerdictYears(db, day);
  const years = Map.groupBy(rows, row => row.issuer_id);
  return [...calls].flatMap(([issuerId, held]): FiledVerdict[] => {
    const [latest, ...others] = held.map(toTranscribedCall);
    const [row] = held;
    if (latest === undefined || row === undefined) return [];
    const known = (years.get(issuerId) ?? []).slice(0, MAX_YEARS);
    const verdict = judgeTranscript(latest, others, (code, fiscalYear) => {
      const year = known.find(verdictYearRow => verdictYearRow.year.fiscalYear === fiscalYear)?.year ?? null;
      return figuresOf(year)(code);
    });
    if (verdict === null) return [];
    const of = { issuerId, method: METHOD, rulesVersion: VERDICT_RULES_VERSION, knownAt: row.known_at };
    return [{ ...of, registry: null, nativeId: null, transcriptId: latest.transcriptId, verdict }];
  });
}

/** Computes the fiscal years of issuers from the facts known by the end of a day, newest first, if their report is stored. */
async function computeVerdictYears(db: Database, { registrants, asOf }: VerdictsOfDay): Promise<VerdictYearRow[]> {
  const rows: VerdictYearRow[] = [];
  for (const registrant of registrants) {
    const input = await loadFinancialsInput(db, { ...registrant, registrant_key: registrant.canonical_key }, asOf);
    if (input === null) continue;
    const { years, companyType } = packFinancials(input.facts);
    const reports = await db.query<{
      native_id: string;
      registry: string;
      known_at: string;
      is_amendment: boolean;
    }>(sql`
      select distinct on (native_id) native_id, registry, known_at, is_amendment from filings
      where issuer_id = ${registrant.issuer_id} and native_id = any(${years.map(year => year.accession)}::text[])
      order by native_id, registry`);
    const byId = new Map(reports.map(report => [report.native_id, report]));
    const { issuer_id } = registrant;
    for (const year of years.toSorted((a, b) => b.periodEnd - a.periodEnd)) {
      const report = byId.get(year.accession);
      if (report === undefined) continue;
      const { registry, known_at, is_amendment } = report;
      rows.push({ issuer_id, registry, company_type: companyType, known_at, is_amendment, year });
    }
  }
  return rows;
}

/** A fiscal year of an issuer with its report. */
interface VerdictYearRow {
  issuer_id: string;
  registry: string;
  company_type: string | null;
  known_at: string;
  is_amendment: boolean;
  year: AnnualAmounts;
}

interface YearColumns extends AnnualRow, Omit<VerdictYearRow, 'year'> {
  status: AnnualAmounts['status'];
  native_id: string;
}

/** Loads the newest fiscal year of issuers and the four before, newest first, if their report is stored. */
async function loadVerdictYears(db: Database, issuerIds: readonly string[]): Promise<VerdictYearRow[]> {
  const rows = await db.query<YearColumns>(sql`
    select y.*, f.company_type, g.registry, g.known_at, g.is_amendment
    from unnest(${[...issuerIds]}::bigint[]) as wanted (issuer_id)
    cross join lateral (
      select a.issuer_id, a.status, a.native_id, ${ANNUAL_ROW}
      from annual_amounts a where a.issuer_id = wanted.issuer_id order by a.period_end desc limit 5) y
    join issuer_financials f on f.issuer_id = y.issuer_id
    join lateral (
      select registry, known_at, is_amendment from filings g
      where g.issuer_id = y.issuer_id and g.native_id = y.native_id order by registry limit 1) g on true
    order by y.issuer_id, y.period_end desc`);
  return rows.map(row => ({
    issuer_id: row.issuer_id,
    registry: row.registry,
    company_type: row.company_type,
    known_at: row.known_at,
    is_amendment: row.is_amendment,
    year: { ...toAnnualFigures(row), status: row.status, accession: row.native_id },
  }));
}

/** Loads the open events of reports, and which reports were read. With `until`, without flags from figures, which are computed again. */
async function loadVerdictFlags(
  db: Database,
  reports: readonly { issuerId: string; registry: string; nativeId: string }[],
  until: Instant | null,
): Promise<{ issuer_id: string; rule_id: string | null; severity: string; words: string; is_read: boolean }[]> {
  const ofThen = until === null ? empty : sql`and f.read_from <> 'figures' and f.known_at < ${until}::timestamptz`;
  return db.query(sql`
    select wanted.issuer_id, f.rule_id, f.severity, f.words,
      exists (select from red_flag_readings r where r.issuer_id = wanted.issuer_id and r.registry = wanted.registry
        and r.native_id = wanted.native_id) as is_read
    from unnest(${reports.map(report => report.issuerId)}::bigint[], ${reports.map(report => report.registry)}::text[],
      ${reports.map(report => report.nativeId)}::text[]) as wanted (issuer_id, registry, native_id)
    left join red_flags f on f.issuer_id = wanted.issuer_id and f.registry = wanted.registry
      and f.native_id = wanted.native_id and f.judgement = 'event' and f.is_open and ${isReadByRules(sql`f.read_by`)} ${ofThen}
    order by wanted.issuer_id, f.severity, f.rule_id, f.read_from`);
}

/** Loads the guidance of the newest release with guidance of each issuer, with its filing. */
async function loadVerdictGuidance(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<{ issuer_id: string; registry: string; native_id: string; known_at: string; guidance: string }[]> {
  const known = until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
  return db.query(sql`
    select distinct on (e.issuer_id) e.issuer_id, e.registry, e.native_id, g.known_at, e.guidance
    from earnings_releases e
    join filings g on g.issuer_id = e.issuer_id and g.registry = e.registry and g.native_id = e.native_id
    where e.issuer_id = any(${[...issuerIds]}::bigint[]) and e.guidance <> '[]' ${known}
    order by e.issuer_id, g.known_at desc, e.native_id`);
}

/** A call of an issuer with its text. */
type VerdictCallRow = Omit<CallRow, 'call_type'>;

/** Loads the latest earnings calls of issuers, latest first, as many as a verdict on the newest needs. */
function loadVerdictCalls(
  db: Database,
  issuerIds: readonly string[],
  until: Instant | null,
): Promise<VerdictCallRow[]> {
  return db.query<VerdictCallRow>(sql`
    select t.* from unnest(${[...issuerIds]}::bigint[]) as wanted (issuer_id)
    cross join lateral (
      select t.issuer_id, t.transcript_id, t.fiscal_year, t.fiscal_period, t.sorted_at,
        coalesce(t.published_at, t.event_at, t.sorted_at, t.stored_at) as known_at, t.language, t.guidance, t.words
      from transcripts t where t.issuer_id = wanted.issuer_id and t.call_type = 'earnings_call'
        ${transcribedBefore(until)}
      order by t.sorted_at desc nulls last, t.fiscal_year desc nulls last, t.fiscal_period desc nulls last, t.transcript_id
      limit 12) t
    order by t.issuer_id, t.sorted_at desc nulls last, t.transcript_id`);
}

import { z } from 'zod';
import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import { evidence } from '../../../figures/guidance/views.ts';
import { isoDate } from '../../../kit/fields.ts';
import {
  ANALYST_SOURCES,
  type AnalystSource,
  STANCES,
  type Stance,
  type VerdictComponent,
  type VerdictEvidence,
  type VerdictWords,
} from '../model.ts';
import { judgeTranscript } from '../rules/judge-transcript.ts';
import { VERDICT_RULES_VERSION } from '../rules/stance.ts';
import { toTranscribedCall } from '../transcribed-call.ts';

export const stance = z.enum(STANCES);
export const analystSource = z.enum(ANALYST_SOURCES);

export const verdict = z
  .object({
    analyst_source: analystSource,
    stance,
    stance_score: z.number().describe('Sum of the points of its components.'),
    method: z.string().describe('rules: documented rules; model:<name>: a model that the operator configured.'),
    rules_version: z.string(),
    verdict_date: isoDate.describe('When the filing or the call became known, UTC.'),
    fiscal_year: z.int().nullable(),
    fiscal_period: fiscalPeriod.nullable(),
    filing_id: z.string().nullable(),
    transcript_id: z.string().nullable(),
    summary: z.string(),
    components: z.array(
      z.object({
        component: z.string(),
        score_points: z.number().nullable().describe('Null if an input is missing.'),
        max_points: z.number().describe('Maximum absolute value of the points.'),
        reason: z.string(),
        evidence: z.array(evidence),
      }),
    ),
    caveats: z.array(z.string()).describe('Must be shown with the verdict.'),
  })
  .meta({ id: 'Verdict', description: 'A verdict on a filing or a call; not a price forecast.' });

export type VerdictResponse = z.output<typeof verdict>;

/** A row of {@link VERDICT_COLUMNS}. */
export interface VerdictRow {
  analyst_source: AnalystSource;
  method: string;
  stance: Stance;
  stance_score: number;
  known_at: string;
  registry: string | null;
  native_id: string | null;
  transcript_id: string | null;
  words: string;
}

/** Columns of `verdicts v`. */
export const VERDICT_COLUMNS: Sql = sql`
  v.analyst_source, v.method, v.stance, v.stance_score, v.known_at, v.registry, v.native_id, v.transcript_id, v.words`;

export function toVerdictResponse(row: VerdictRow): VerdictResponse {
  const words = JSON.parse(row.words) as VerdictWords;
  const of = {
    filing_id: row.registry === null || row.native_id === null ? null : filingId(row.registry, row.native_id),
    transcript_id: row.transcript_id,
  };
  return {
    analyst_source: row.analyst_source,
    stance: row.stance,
    stance_score: row.stance_score,
    method: row.method,
    rules_version: words.rulesVersion,
    verdict_date: words.verdictDate,
    fiscal_year: words.fiscalYear,
    fiscal_period: words.fiscalPeriod,
    ...of,
    summary: words.summary,
    components: toComponents(words.components, { ...of, registry: row.registry }),
    caveats: words.caveats,
  };
}

interface VerdictOf {
  registry: string | null;
  filing_id: string | null;
  transcript_id: string | null;
}

function toComponents(components: readonly VerdictComponent[], of: VerdictOf): VerdictResponse['components'] {
  return components.map(({ component, scorePoints, maxPoints, reason, evidence }) => ({
    component,
    score_points: scorePoints,
    max_points: maxPoints,
    reason,
    evidence: evidence.map(verdictEvidence => toEvidence(verdictEvidence, of)),
  }));
}

function toEvidence(own: VerdictEvidence, { registry, filing_id, transcript_id }: VerdictOf) {
  const filing = own.nativeId === null || registry === null ? filing_id : filingId(registry, own.nativeId);
  return {
    filing_id: filing,
    ...(transcript_id === null ? {} : { transcript_id }),
    section_key: own.sectionKey,
    quote: own.quote,
    char_start: own.charStart,
    char_end: own.charEnd,
    ...(own.value === null ? {} : { value: plainNumber(own.value) }),
    url: null,
  };
}

/** Returns ok if every component is known, else partial. */
export function qualityOf({ components }: Pick<VerdictResponse, 'components'>): 'ok' | 'partial' {
  return components.every(component => component.score_points !== null) ? 'ok' : 'partial';
}

/** A stored call with its text. */
export interface CallRow {
  transcript_id: string;
  issuer_id: string;
  call_type: string;
  fiscal_year: number | null;
  fiscal_period: string | null;
  sorted_at: string | null;
  known_at: string;
  language: string | null;
  /** JSON. */
  guidance: string;
  words: Uint8Array;
}

/** Maximum number of earlier transcripts to load: four periods with several sources each. */
const MAX_CALLS = 12;

/** Computes the verdict of the documented rules on a stored call; null if no input is known. */
export async function judgeStoredCall(db: Database, row: CallRow): Promise<VerdictResponse | null> {
  if (row.call_type !== 'earnings_call') return null;
  const before = await db.query<CallRow>(sql`
    select t.transcript_id, t.issuer_id, t.call_type, t.fiscal_year, t.fiscal_period, t.sorted_at, t.sorted_at as known_at,
      t.language, t.guidance, t.words
    from issuers i join issuers o on o.entity_id = i.entity_id join transcripts t on t.issuer_id = o.issuer_id
    where i.issuer_id = ${row.issuer_id} and t.call_type = 'earnings_call' and t.sorted_at < ${row.sorted_at}
    order by t.sorted_at desc, t.transcript_id limit ${MAX_CALLS}::integer`);
  const reported = await loadReported(db, row);
  const call = toTranscribedCall(row);
  const verdict = judgeTranscript(call, before.map(toTranscribedCall), (code, year) =>
    year === row.fiscal_year ? (reported[(amountPosition(code) ?? 0) - 1] ?? null) : null,
  );
  if (verdict === null) return null;
  const { components, analystSource, fiscalYear, fiscalPeriod, stance, stanceScore, summary, caveats } = verdict;
  return {
    ...{ analyst_source: analystSource, stance, stance_score: stanceScore, method: 'rules' },
    ...{ rules_version: VERDICT_RULES_VERSION, verdict_date: row.known_at.slice(0, 10) },
    ...{ fiscal_year: fiscalYear, fiscal_period: fiscalPeriod, filing_id: null, transcript_id: row.transcript_id },
    ...{ summary, caveats },
    components: toComponents(components, { registry: null, filing_id: null, transcript_id: row.transcript_id }),
  };
}

/** Loads the figures of the fiscal year of a call. */
async function loadReported(db: Database, { issuer_id, fiscal_year }: CallRow): Promise<(number | null)[]> {
  if (fiscal_year === null) return [];
  const row = await db.queryOne<{ amounts: (number | null)[] }>(sql`
    select a.amounts from issuers i join issuers o on o.entity_id = i.entity_id
    join annual_amounts a on a.issuer_id = o.issuer_id
    where i.issuer_id = ${issuer_id} and a.fiscal_year = ${fiscal_year}
    order by a.period_end desc, a.issuer_id limit 1`);
  return row?.amounts ?? [];
}

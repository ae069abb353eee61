import { type Database, sql } from '../../../../db/database.ts';
import { type CallGuidance, unpackWords } from '../../../disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';
import { amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import { judgeTranscript, type TranscribedCall } from '../rules/judge-transcript.ts';
import { VERDICT_RULES_VERSION } from '../rules/stance.ts';
import { toComponents, type VerdictResponse } from './verdict.ts';

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

function toTranscribedCall(row: CallRow): TranscribedCall {
  const { speakers, turns } = unpackWords(row.words);
  return {
    transcriptId: row.transcript_id,
    fiscalYear: row.fiscal_year,
    fiscalPeriod: row.fiscal_period as FiscalPeriod | null,
    heldAt: row.sorted_at,
    language: row.language,
    speakers,
    turns,
    guidance: JSON.parse(row.guidance) as CallGuidance[],
  };
}

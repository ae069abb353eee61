import { z } from 'zod';
import { type Sql, sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
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

export function toComponents(components: readonly VerdictComponent[], of: VerdictOf): VerdictResponse['components'] {
  return components.map(({ component, scorePoints, maxPoints, reason, evidence }) => ({
    component,
    score_points: scorePoints,
    max_points: maxPoints,
    reason,
    evidence: evidence.map(one => toEvidence(one, of)),
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

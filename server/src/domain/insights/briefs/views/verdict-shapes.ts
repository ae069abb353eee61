import { z } from 'zod';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import { evidence } from '../../../figures/guidance/views/guidance-shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import { ANALYST_SOURCES, STANCES } from '../model.ts';

export const stance = z.enum(STANCES);
export const analystSource = z.enum(ANALYST_SOURCES);

export const verdict = z
  .object({
    analyst_source: analystSource,
    stance,
    stance_score: z.number().describe('Sum of the points of its parts.'),
    method: z.string().describe('rules: the published ones; model:<name>: of a model that the operator configured.'),
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
        score_points: z.number().nullable().describe('Null where an input is missing.'),
        max_points: z.number().describe('The most that the part can give, up or down.'),
        reason: z.string(),
        evidence: z.array(evidence),
      }),
    ),
    caveats: z.array(z.string()).describe('To be shown with it.'),
  })
  .meta({ id: 'Verdict', description: 'What rules make of a filing or a call: no forecast of prices.' });

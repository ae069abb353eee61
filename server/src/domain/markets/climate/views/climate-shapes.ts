import { z } from 'zod';
import { evidence } from '../../../figures/guidance/views.ts';
import { isoDate } from '../../../kit/fields.ts';
import { TARGET_STATUSES } from '../model.ts';

const status = z.enum(TARGET_STATUSES).nullable();

export const climateTarget = z
  .object({
    near_term_status: status,
    near_term_classification: z.string().nullable().describe('As stated, such as 1.5°C.'),
    near_term_target_year: z.int().nullable().describe('Null if the list states none or several.'),
    net_zero_status: status,
    net_zero_year: z.int().nullable(),
    target_text: z.string().nullable().describe('As stated, on one line.'),
    status_date: isoDate.nullable(),
    status_reason: z.string().nullable().describe('Why a commitment was extended or removed, as stated.'),
    vintage_date: isoDate.describe('Date of the newest list that states it.'),
    is_listed: z
      .boolean()
      .describe(
        'Whether the newest stored list states the same. Absence from a list does not mean that the company removed a target.',
      ),
    matched_on: z
      .enum(['lei', 'isin', 'name'])
      .describe('How the row was matched to the company; by name only within the same country.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'ClimateTarget' });

export const EMISSION_SCOPES = ['scope_1', 'scope_2_location', 'scope_2_market', 'scope_3'] as const;

export const emission = z
  .object({
    reporting_year: z.int(),
    period_end: isoDate.nullable(),
    scope: z.enum(EMISSION_SCOPES),
    scope_3_category: z.int().nullable().describe('1 to 15; null = all.'),
    tonnes_co2e: z.number(),
    assurance: z.enum(['none', 'limited', 'reasonable']).nullable().describe('Null if tagged facts do not state it.'),
    evidence: z.array(evidence),
  })
  .meta({ id: 'Emission' });

export const climateMatch = z
  .object({
    predicate: z.literal('climate'),
    match_date: isoDate.nullable().describe('Day of the status; null = undated.'),
    climate_target: climateTarget,
  })
  .meta({ id: 'ClimateMatch' });

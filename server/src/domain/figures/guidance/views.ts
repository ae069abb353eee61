import { z } from 'zod';
import { GUIDANCE_DIRECTIONS } from '../earnings/model/earnings-release.ts';
import { fiscalPeriod } from '../financials/views/financial-shapes.ts';

export const evidence = z
  .object({
    filing_id: z.string().nullable(),
    transcript_id: z.string().optional().describe('Only of what was said in a call.'),
    section_key: z.string().nullable().describe('Of a call turn_<order>: the offsets are in that turn.'),
    quote: z.string().nullable(),
    char_start: z.int().nullable().describe('Offset in the text, in UTF-16 units.'),
    char_end: z.int().nullable().describe('Exclusive.'),
    element_id: z.string().optional().describe('Of the tagged fact behind it; absent without one.'),
    value: z.number().optional().describe('What that fact states; of a percentage in percent.'),
    url: z.string().nullable(),
  })
  .meta({ id: 'Evidence', description: 'The words that say so, and where they stand.' });

const bound = z.number().nullable();

export const guidance = z
  .object({
    metric: z.string(),
    fiscal_year: z.int().nullable(),
    fiscal_period: fiscalPeriod.nullable(),
    unit: z.string(),
    currency: z.string().nullable(),
    old_low: bound,
    old_high: bound,
    new_low: bound,
    new_high: bound,
    change_pct: z.number().nullable().describe('Of the midpoints, in percent.'),
    direction: z.enum(GUIDANCE_DIRECTIONS),
    evidence: z.array(evidence),
  })
  .meta({ id: 'Guidance', description: 'What the company expects of a figure; a point is a range of one value.' });

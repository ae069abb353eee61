import { z } from 'zod';
import { GUIDANCE_DIRECTIONS } from '../earnings/model/earnings-release.ts';
import { fiscalPeriod } from '../financials/views/financial-shapes.ts';

export const evidence = z
  .object({
    filing_id: z.string().nullable(),
    transcript_id: z.string().optional().describe('Only for statements in a call.'),
    section_key: z.string().nullable().describe('For a call, turn_<order>; the offsets are within that turn.'),
    quote: z.string().nullable(),
    char_start: z.int().nullable().describe('Start offset in the text, in UTF-16 units.'),
    char_end: z.int().nullable().describe('End offset, exclusive.'),
    element_id: z
      .string()
      .optional()
      .describe('Element id of the tagged fact that states the value; absent if there is none.'),
    value: z.number().optional().describe('Value of that fact; percentages in percent.'),
    url: z.string().nullable(),
  })
  .meta({ id: 'Evidence', description: 'The text that states the guidance, and its place.' });

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
    change_pct: z.number().nullable().describe('Change of the midpoint from the previous guidance, in percent.'),
    direction: z.enum(GUIDANCE_DIRECTIONS),
    evidence: z.array(evidence),
  })
  .meta({
    id: 'Guidance',
    description: "The company's expectation for a figure; a single value is a range with equal bounds.",
  });

import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { analystSource, stance } from './verdict-shapes.ts';

/** The latest verdict of the published rules on a company. */
export const analystMatch = z
  .object({
    predicate: z.literal('analyst'),
    match_date: isoDate.nullable().describe('When its filing or call became known, UTC.'),
    stance,
    analyst_source: analystSource,
    stance_score: z.number(),
    filing_id: z.string().nullable(),
    transcript_id: z.string().nullable(),
    summary: z.string(),
  })
  .meta({ id: 'AnalystMatch' });

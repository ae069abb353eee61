import { z } from 'zod';
import { filingRef } from '../../../filings/filings/views/filing-shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import { redFlag } from './red-flag-shapes.ts';

/** The newest filing of a company in a window that raises what is asked for. */
export const redFlagMatch = z
  .object({
    predicate: z.literal('red_flag'),
    match_date: isoDate.nullable().describe('When the filing became known, UTC.'),
    filing: filingRef,
    red_flags: z.array(redFlag).describe('Those asked for, judged an event or not yet judged, severest first.'),
  })
  .meta({ id: 'RedFlagMatch' });

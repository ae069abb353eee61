import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { pressRelease } from './press-shapes.ts';

/** A company's latest release in a screen. */
export const pressMatch = z
  .object({
    predicate: z.literal('press'),
    match_date: isoDate.nullable().describe('Of its publication, UTC.'),
    press_release: pressRelease,
  })
  .meta({ id: 'PressMatch' });

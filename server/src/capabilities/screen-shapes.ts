import { z } from 'zod';
import { pressMatch } from './press/press-match.ts';
import { entityRef, fresh } from './shapes.ts';

/** What a screen found at an issuer. Kinds of matches grow with the screens. */
const match = z.discriminatedUnion('predicate', [pressMatch]).meta({ id: 'ScreenMatch' });

export const issuerScreen = z
  .object({
    items: z.array(z.object({ entity: entityRef, match })).describe('Latest match_date first.'),
    next_cursor: z.string().nullable().describe('Null at the end.'),
    window_days: z.int().nullable().describe('Days that were looked back; null = no window.'),
    ...fresh,
  })
  .meta({ id: 'IssuerScreenOut' });

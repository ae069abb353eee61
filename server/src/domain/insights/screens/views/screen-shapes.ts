import { z } from 'zod';
import { pressMatch } from '../../../disclosures/press/views.ts';
import { redFlagMatch } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { climateMatch } from '../../../markets/climate/views/climate-shapes.ts';
import { streetMatch } from '../../../markets/street/views/street-match.ts';
import { holderMatch } from '../../../ownership/holders/views/holder-match.ts';
import { insiderMatch } from '../../../ownership/insiders/views/insider-match.ts';
import { analystMatch } from '../../briefs/views/analyst-predicate.ts';
import { kindMatch } from '../../signals/views/kind-predicate.ts';
import { patternMatch } from '../../signals/views/patterns.ts';

/** What one predicate of a screen found at a company. Kinds of matches grow with the screens. */
export const singleMatch = z
  .discriminatedUnion('predicate', [
    pressMatch,
    patternMatch,
    kindMatch,
    insiderMatch,
    holderMatch,
    redFlagMatch,
    analystMatch,
    climateMatch,
    streetMatch,
  ])
  .meta({ id: 'SingleScreenMatch' });

export type SingleMatch = z.input<typeof singleMatch>;

const combinedMatch = z
  .object({
    predicate: z.literal('combined'),
    match_date: isoDate.nullable().describe('The latest of its matches; null where none is dated.'),
    matches: z.array(singleMatch).describe('One for each predicate that is included, in the order of the parameters.'),
  })
  .meta({ id: 'CombinedMatch' });

const match = z.discriminatedUnion('predicate', [...singleMatch.options, combinedMatch]).meta({ id: 'ScreenMatch' });

const page = {
  next_cursor: z.string().nullable().describe('Null at the end.'),
  window_days: z.int().nullable().describe('Days that were looked back; null = no window.'),
  ...fresh,
};

export const issuerScreen = z
  .object({
    items: z.array(z.object({ entity: entityRef, match })).describe('Latest match_date first.'),
    ...page,
    not_covered: z
      .array(z.string())
      .optional()
      .describe('Of the combined screen: what was asked for that the store has nothing of.'),
  })
  .meta({ id: 'IssuerScreenOut' });

export const signalScreen = z
  .object({
    items: z
      .array(
        z.object({
          entity: entityRef,
          match: z.discriminatedUnion('predicate', [patternMatch, kindMatch]).meta({ id: 'SignalMatch' }),
        }),
      )
      .describe('Latest match_date first.'),
    total: z.int().describe('Companies over all pages.'),
    ...page,
  })
  .meta({ id: 'SignalScreenOut' });

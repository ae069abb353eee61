import { z } from 'zod';
import { pressMatch } from '../../../disclosures/press/views.ts';
import { redFlagMatch } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { asOfFields } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { climateMatch } from '../../../markets/climate/views/climate-shapes.ts';
import { streetMatch } from '../../../markets/street/views/street-match.ts';
import { holderMatch } from '../../../ownership/holders/views/holder-match.ts';
import { insiderMatch } from '../../../ownership/insiders/views/insider-rows.ts';
import { analystMatch } from '../../briefs/views/analyst-predicate.ts';
import { kindMatch } from '../../signals/views/kind-predicate.ts';
import { patternMatch } from '../../signals/views/patterns.ts';

/** The match of one predicate at a company. */
const singleMatch = z
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
    match_date: isoDate.nullable().describe('The latest match date; null if no match is dated.'),
    matches: z.array(singleMatch).describe('One per include, in parameter order.'),
  })
  .meta({ id: 'CombinedMatch' });

const match = z.discriminatedUnion('predicate', [...singleMatch.options, combinedMatch]).meta({ id: 'ScreenMatch' });

/** Additional member of screens: what the store lacks. */
export const dataNotCovered = {
  not_covered: z
    .array(z.string())
    .optional()
    .describe(
      'Data that the store lacks for this screen, if it found nothing for that reason. In the combined screen, always: the parameters without any stored data.',
    ),
};

const page = {
  next_cursor: z.string().nullable().describe('Null on the last page.'),
  window_days: z.int().nullable().describe('Length of the window in days; null without a window.'),
  ...fresh,
  ...dataNotCovered,
};

export const issuerScreen = z
  .object({
    items: z.array(z.object({ entity: entityRef, match })).describe('Latest match_date first.'),
    ...asOfFields,
    ...page,
  })
  .meta({ id: 'IssuerScreenOut' });

/** The screen of one predicate over a window that is never open. */
export function matchScreen<Match extends z.ZodType>(id: string, match: Match) {
  return z
    .object({
      items: z.array(z.object({ entity: entityRef, match })).describe('Latest match_date first.'),
      ...page,
      window_days: page.window_days.describe('Length of the window in days.'),
    })
    .meta({ id });
}

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
    total: z.int().describe('Number of companies on all pages.'),
    ...asOfFields,
    ...page,
  })
  .meta({ id: 'SignalScreenOut' });

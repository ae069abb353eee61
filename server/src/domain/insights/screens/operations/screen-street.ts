import { z } from 'zod';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh } from '../../../kit/fields.ts';
import { besideOtherFaults, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { screenWindow, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screen-window.ts';
import { RECOMMENDATION_KEYS } from '../../../markets/street/model.ts';
import { streetMatch } from '../../../markets/street/views/street-match.ts';
import { streetPredicate } from '../../../markets/street/views/street-predicate.ts';
import { screenByOne } from '../views/screen-page.ts';

const DAYS_BY_DEFAULT = 21;

const input = z
  .strictObject({
    recommendation_key: z.enum(RECOMMENDATION_KEYS).optional().describe('Only companies of which analysts think so.'),
    market_id: marketId.optional(),
    ...screenWindow,
    limit: limit(100, 20),
    cursor: text(512).optional().describe('The next_cursor of the page before.'),
  })
  .refine(windowsAgree, { ...besideOtherFaults, ...WINDOWS_DISAGREE });

export const screenStreet = operation({
  name: 'screenStreet',
  route: 'GET /api/v1/street/screen',
  tool: 'screen_street',
  summary: 'Companies by what analysts recommend',
  description: `Companies with a snapshot of analysts' opinions in a window, the latest first, one card each: that of the home listing where it has one, else of the listing with most analysts. Snapshots are what a source said on the day on which it was asked (as_of); none is asked unless the operator wants it. ${DAYS_BY_DEFAULT} days are looked back unless a window is given. Pages show what was there when the first was asked for.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: z
    .object({
      items: z.array(z.object({ entity: entityRef, match: streetMatch })).describe('Latest match_date first.'),
      next_cursor: z.string().nullable().describe('Null at the end.'),
      window_days: z.int().nullable().describe('Days that were looked back.'),
      ...fresh,
    })
    .meta({ id: 'StreetScreenOut' }),
  example: { recommendation_key: 'buy', window: '5y', limit: 2 },
  run(context, question) {
    const { recommendation_key: wanted } = question;
    const predicate = streetPredicate(wanted === undefined ? RECOMMENDATION_KEYS : [wanted]);
    return screenByOne(context, predicate, question, windowDays(question, DAYS_BY_DEFAULT));
  },
});

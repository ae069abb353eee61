import { z } from 'zod';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { WINDOWS_DISAGREE, windowDays, windowedPage, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { RECOMMENDATION_KEYS } from '../../../markets/street/model.ts';
import { streetMatch } from '../../../markets/street/views/street-match.ts';
import { streetPredicate } from '../../../markets/street/views/street-predicate.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { screenByOne } from '../views/screen-page.ts';
import { matchScreen } from '../views/screen-shapes.ts';

const DAYS_BY_DEFAULT = 21;

const input = z
  .strictObject({
    recommendation_key: z.enum(RECOMMENDATION_KEYS).optional().describe('Only companies with this recommendation.'),
    ...windowedPage,
  })
  .refine(windowsAgree, WINDOWS_DISAGREE);

const fullScreen = operation({
  name: 'screenStreet',
  route: 'GET /api/v1/street/screen',
  tool: 'screen_street',
  summary: 'Companies by analyst recommendation',
  description: `Companies with a snapshot of analyst opinions in the window (default ${DAYS_BY_DEFAULT} days), latest first, one per company: that of the home listing, else of the listing with the most analysts. A snapshot is what a source stated on the day of the fetch (as_of); the operator must enable the sources. All pages reflect the time of the first page.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: matchScreen('StreetScreenOut', streetMatch),
  example: { recommendation_key: 'buy', window: '5y', limit: 2 },
  run(context, question) {
    const { recommendation_key: wanted } = question;
    const predicate = streetPredicate(wanted === undefined ? RECOMMENDATION_KEYS : [wanted]);
    return screenByOne('screenStreet', context, predicate, question, windowDays(question, DAYS_BY_DEFAULT));
  },
});

export const screenStreet = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

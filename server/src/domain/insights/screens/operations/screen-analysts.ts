import { z } from 'zod';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { WINDOWS_DISAGREE, windowDays, windowedPage, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { STANCES } from '../../briefs/model.ts';
import { analystPredicate } from '../../briefs/views/analyst-predicate.ts';
import { analystSource, stance } from '../../briefs/views/verdict.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { screenByOne } from '../views/screen-page.ts';
import { issuerScreen } from '../views/screen-shapes.ts';

const input = z
  .strictObject({
    stance: z
      .array(stance)
      .min(1)
      .max(STANCES.length)
      .describe('One or more of strong_buy, buy, hold, sell, strong_sell, no_conviction.'),
    source: analystSource.optional().describe('Source of the verdict; by default the call, else the filing.'),
    ...windowedPage,
  })
  .refine(windowsAgree, WINDOWS_DISAGREE);

const fullScreen = operation({
  name: 'screenAnalysts',
  route: 'GET /api/v1/analyst/screen',
  tool: 'screen_analysts',
  summary: 'Companies by the latest rule-based verdict',
  description:
    'Companies whose latest rule-based verdict has one of the given stances, newest first: the verdict on the latest call, else on the newest annual report; with source, the verdict of that source. With a window, the latest verdict must be in it. Verdicts use text and accounts only; getAnalystBrief returns their components. All pages reflect the time of the first page.',
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: issuerScreen,
  example: { stance: ['strong_buy', 'buy', 'hold'], limit: 2 },
  run(context, question) {
    const predicate = analystPredicate({ stances: question.stance, source: question.source });
    return screenByOne('screenAnalysts', context, predicate, question, windowDays(question, null));
  },
});

export const screenAnalysts = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

import { z } from 'zod';
import { flagRuleId, severity } from '../../../disclosures/red-flags/views/red-flag.ts';
import { redFlagMatch, redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { operation } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import { WINDOWS_DISAGREE, windowDays, windowedPage, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { screenByOne } from '../views/screen-page.ts';
import { matchScreen } from '../views/screen-shapes.ts';

const DAYS_BY_DEFAULT = 90;

const input = z
  .strictObject({
    rule_id: flagRuleId.optional().describe('Only flags of this rule.'),
    severity: severity.optional().describe('Only flags of this severity.'),
    read_by: readByFilter,
    ...windowedPage,
  })
  .refine(windowsAgree, WINDOWS_DISAGREE);

const fullScreen = operation({
  name: 'screenRedFlags',
  route: 'GET /api/v1/red-flags/screen',
  tool: 'screen_red_flags',
  summary: 'Companies whose filings raise red flags',
  description: `Companies with a red flag in the window (default ${DAYS_BY_DEFAULT} days), newest first, each with its newest such filing and the matching flags with their sentences or figures. Only flags judged an event or not yet judged count; getFilingKpis with include_red_flags also returns boilerplate and unclear flags. Flags follow documented rules and describe what a filing states, not its consequences. All pages reflect the time of the first page.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: matchScreen('RedFlagScreenOut', redFlagMatch),
  example: { severity: 'CRITICAL', window: '5y', limit: 2 },
  run(context, question) {
    const predicate = redFlagPredicate({
      ruleId: question.rule_id,
      severity: question.severity,
      readBy: question.read_by,
    });
    return screenByOne('screenRedFlags', context, predicate, question, windowDays(question, DAYS_BY_DEFAULT));
  },
});

export const screenRedFlags = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

import { z } from 'zod';
import { flagRuleId, severity } from '../../../disclosures/red-flags/views/red-flag.ts';
import { redFlagMatch, redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh } from '../../../kit/fields.ts';
import { besideOtherFaults, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { screenWindow, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screen-window.ts';
import { screenByOne } from '../views/screen-page.ts';

const DAYS_BY_DEFAULT = 90;

const input = z
  .strictObject({
    rule_id: flagRuleId.optional().describe('Only flags of this rule.'),
    severity: severity.optional().describe('Only flags of this severity.'),
    market_id: marketId.optional(),
    ...screenWindow,
    limit: limit(100, 20),
    cursor: text(512).optional().describe('The next_cursor of the page before.'),
  })
  .refine(windowsAgree, { ...besideOtherFaults, ...WINDOWS_DISAGREE });

export const screenRedFlags = operation({
  name: 'screenRedFlags',
  route: 'GET /api/v1/red-flags/screen',
  tool: 'screen_red_flags',
  summary: 'Companies whose filings raise red flags',
  description: `Companies with a red flag in a window, newest first, each with its newest filing that raises one and the flags of it that were asked for, with their sentences or figures. Flags that are judged an event, or not yet judged, count; boilerplate and unclear ones stand only at the filing (getFilingKpis with include_red_flags). ${DAYS_BY_DEFAULT} days are looked back unless a window is given. Flags come from published rules: they say what a filing states, not what will come of it. Pages are of the moment of the first one.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor'],
  input,
  output: z
    .object({
      items: z.array(z.object({ entity: entityRef, match: redFlagMatch })).describe('Latest match_date first.'),
      next_cursor: z.string().nullable().describe('Null at the end.'),
      window_days: z.int().nullable().describe('Days that were looked back.'),
      ...fresh,
    })
    .meta({ id: 'RedFlagScreenOut' }),
  example: { severity: 'CRITICAL', window: '5y', limit: 2 },
  run(context, question) {
    const predicate = redFlagPredicate({ ruleId: question.rule_id, severity: question.severity });
    return screenByOne(context, predicate, question, windowDays(question, DAYS_BY_DEFAULT));
  },
});

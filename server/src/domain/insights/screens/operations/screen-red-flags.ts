import { z } from 'zod';
import { RED_FLAG_RULES_VERSION } from '../../../disclosures/red-flags/rules/flag-rules.ts';
import { flagRuleId, severity } from '../../../disclosures/red-flags/views/red-flag.ts';
import { redFlagMatch, redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { asOf, asOfFields, asOfOf, knownUntil } from '../../../kit/as-of.ts';
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
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} The window ends with that day. Flags from figures are left out, because later reports may have restated them.`,
      ),
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
  output: matchScreen('RedFlagScreenOut', redFlagMatch).extend(asOfFields).meta({ id: 'RedFlagScreenOut' }),
  example: { severity: 'CRITICAL', window: '5y', limit: 2 },
  async run(context, question) {
    const { rule_id: ruleId, severity, read_by: readBy, as_of: day } = question;
    const until = day === undefined ? null : knownUntil(day, context.now);
    const predicate = redFlagPredicate({ ruleId, severity, readBy, knownBefore: until });
    // The end of a window belongs to it, the end of what was known does not.
    const now = until === null ? context.now : new Date(Date.parse(until) - 1);
    const days = windowDays(question, DAYS_BY_DEFAULT);
    const page = await screenByOne('screenRedFlags', { ...context, now }, predicate, question, days);
    return { ...page, ...asOfOf(day, context.now, RED_FLAG_RULES_VERSION) };
  },
});

export const screenRedFlags = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

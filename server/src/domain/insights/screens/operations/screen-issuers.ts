import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import { EVENT_RULES_VERSION } from '../../../disclosures/events/rules/event-kinds.ts';
import { eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { flagRuleId } from '../../../disclosures/red-flags/views/red-flag.ts';
import { redFlagPredicate } from '../../../disclosures/red-flags/views/red-flag-predicate.ts';
import { asOf, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { alwaysCheck, invalidInput, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import {
  hasData,
  type ScreenPredicate,
  screenWindow,
  WINDOWS_DISAGREE,
  windowDays,
  windowsAgree,
} from '../../../kit/screens/screen-predicate.ts';
import { RECOMMENDATION_KEYS, type RecommendationKey } from '../../../markets/street/model.ts';
import { streetPredicate } from '../../../markets/street/views/street-predicate.ts';
import { type HolderQuestion, holderPredicate } from '../../../ownership/holders/views/holder-rows.ts';
import { insiderPredicate } from '../../../ownership/insiders/views/insider-predicate.ts';
import { HOLDER_RELATIONS } from '../../../ownership/people/model/role.ts';
import { analystPredicate } from '../../briefs/views/analyst-predicate.ts';
import { kindPredicate } from '../../signals/views/kind-predicate.ts';
import { type PatternCriteria, patternPredicate, signalPattern } from '../../signals/views/patterns.ts';
import { compactIssuerScreen, toCompactScreen } from '../views/compact-screen.ts';
import { type ScreenCard, screenPage, screenPlace } from '../views/screen-page.ts';
import { issuerScreen, type SingleMatch } from '../views/screen-shapes.ts';

const STANCES = [...RECOMMENDATION_KEYS, 'no_conviction'] as const;

/** The predicates of the combined screen by parameter. */
interface ScreenPredicates {
  street: (keys: readonly RecommendationKey[]) => ScreenPredicate<SingleMatch>;
  insider: (direction: 'A' | 'D', knownBefore?: Instant | null) => ScreenPredicate<SingleMatch>;
  pattern: (question: PatternCriteria) => ScreenPredicate<SingleMatch>;
  kind: (kinds: readonly EventKind[], knownBefore?: Instant | null) => ScreenPredicate<SingleMatch>;
  red_flag: (ruleId: string, knownBefore?: Instant | null) => ScreenPredicate<SingleMatch>;
  holders: (question: HolderQuestion) => ScreenPredicate<SingleMatch>;
  analyst: (question: {
    stances: readonly (typeof STANCES)[number][];
    /** Undefined: the call's verdict, else the filing's. */
    source: 'call' | 'filing' | undefined;
  }) => ScreenPredicate<SingleMatch>;
}

/**
 * The supported predicates. A new screen adds its predicate here and its match to screen-shapes.ts. Requests for missing
 * predicates are rejected by name.
 */
export const SCREEN_PREDICATES: Partial<ScreenPredicates> = {
  street: streetPredicate,
  insider: insiderPredicate,
  pattern: patternPredicate,
  kind: kindPredicate,
  red_flag: (ruleId, knownBefore = null) => redFlagPredicate({ ruleId, readBy: 'rules', knownBefore }),
  holders: holderPredicate,
  analyst: analystPredicate,
};

const DAYS_BY_DEFAULT = 21;
const INCLUDES = [
  'street',
  'insider',
  'pattern',
  'kind',
  'red_flag',
  'holders',
  'min_tenure_years',
  'analyst',
] as const;

/** Predicates whose rows have no history, so that they are refused together with as_of. */
const WITHOUT_HISTORY = ['street', 'pattern', 'holders', 'min_tenure_years', 'analyst', 'exclude_pattern'] as const;

const input = z
  .strictObject({
    street: z
      .array(z.enum(RECOMMENDATION_KEYS))
      .min(1)
      .max(RECOMMENDATION_KEYS.length)
      .optional()
      .describe('Analyst recommendation, one or more: strong_buy,buy.'),
    insider: z.enum(['A', 'D']).optional().describe('Insiders bought (A) or sold (D) shares at a price.'),
    pattern: signalPattern.optional().describe('The company has this pattern, with its latest trigger in the window.'),
    kind: eventKind.optional().describe('An event of this kind became known.'),
    red_flag: flagRuleId.optional().describe('A filing raises this red flag.'),
    holders: z
      .enum(HOLDER_RELATIONS)
      .optional()
      .describe('A person holds such a mandate today; director if only min_tenure_years is given.'),
    min_tenure_years: z.number().min(0).max(100).optional().describe('Minimum duration of the mandate in years.'),
    analyst: z
      .array(z.enum(STANCES))
      .min(1)
      .max(STANCES.length)
      .optional()
      .describe('Stance of the latest rule-based verdict, one or more.'),
    analyst_source: z
      .enum(['call', 'filing'])
      .optional()
      .describe('Source of the verdict; by default the call, else the filing.'),
    exclude_red_flag: flagRuleId.optional().describe('Excludes companies with this red flag in the window.'),
    exclude_pattern: signalPattern
      .optional()
      .describe("Excludes companies with this pattern in the pattern's own lookback, whatever the window."),
    exclude_kind: eventKind.optional().describe('Excludes companies with an event of this kind in the window.'),
    market_id: marketId.optional(),
    ...screenWindow,
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} The window ends with that day. Only with insider, kind, red_flag and their excludes: no other predicate has a history.`,
      ),
    limit: limit(100, 20),
    cursor: text(512).optional().describe('The next_cursor of the previous page.'),
  })
  .refine(windowsAgree, WINDOWS_DISAGREE)
  .refine(requested => INCLUDES.some(name => requested[name] !== undefined), {
    ...alwaysCheck,
    error: `requires at least one of ${INCLUDES.join(', ')}`,
  })
  .superRefine((requested, context) => {
    if (requested.as_of === undefined) return;
    for (const name of WITHOUT_HISTORY) {
      if (requested[name] === undefined) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'has no history; omit it or as_of',
        input: requested[name],
      });
    }
  })
  .refine(({ analyst, analyst_source }) => analyst !== undefined || analyst_source === undefined, {
    ...alwaysCheck,
    error: 'requires analyst',
    path: ['analyst_source'],
  });

type Question = z.output<typeof input>;

const fullScreen = operation({
  name: 'screenIssuers',
  route: 'GET /api/v1/screen',
  tool: 'screen_issuers',
  summary: 'Companies that match all includes and no excludes',
  description: `Companies that match every include and no exclude, each once, latest match first, with one match per include. One window (default ${DAYS_BY_DEFAULT} days) applies to all dated matches; exclude_pattern uses the lookback of its pattern; mandates are those of today. Unsupported predicates are rejected by name, and predicates without data are listed in not_covered. All pages reflect the time of the first page.`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['invalid_cursor', 'no_dated_mandate'],
  input,
  output: issuerScreen,
  example: { kind: 'auditor_change', market_id: 'demo', window: '5y', limit: 2 },
  async run({ db, account, now }, { cursor, limit: size, ...requested }) {
    const known = knownBefore(requested.as_of, now);
    const includes = includesOf(requested, known);
    const [first, ...others] = includes.map(({ predicate }) => predicate);
    if (first === undefined) throw new Error('The combined screen needs at least one include.');
    const days = windowDays(requested, DAYS_BY_DEFAULT);
    // The end of a window belongs to it, the end of what was known does not.
    const end = known === null ? now : new Date(Date.parse(known) - 1);
    const place = screenPlace({ list: 'screenIssuers', requested }, cursor, days, end);
    const { span } = place;
    const excludes = excludesOf(requested, known);
    for (const { predicate } of [...includes, ...excludes]) await predicate.refuse?.(db, requested.market_id);
    const { cards, total, ...page } = await screenPage(db, {
      ...{
        list: 'screenIssuers',
        requested,
        ...place,
        includes: [first, ...others],
        marketId: requested.market_id,
        offset: 0,
        limit: size,
      },
      excludes: excludes.map(({ predicate }) => ({ predicate, span })),
    });
    const entityIds = cards.map(card => card.company.entity_id);
    const found: Map<string, SingleMatch>[] = [];
    for (const { predicate } of includes) found.push(await predicate.matches({ db, account, entityIds, span }));
    const notCovered = await withoutData(db, [...includes, ...excludes], requested.market_id);
    const isCovered = notCovered.length === 0;
    const response = {
      items: cards.map(card => toCard(card, found)),
      ...page,
      window_days: days,
      ...asOfOf(requested.as_of, now, EVENT_RULES_VERSION),
      empty_reason: total > 0 ? null : isCovered ? 'not_reported' : 'not_covered',
      not_covered: notCovered,
    };
    return toJsonText(response);
  },
});

export const screenIssuers = withCompactView(fullScreen, compactIssuerScreen, toCompactScreen);

function toCard({ company, entity }: ScreenCard, found: readonly Map<string, SingleMatch>[]) {
  const matches = found.flatMap(matchesOf => matchesOf.get(company.entity_id) ?? []);
  const match_date = company.matched_at?.slice(0, 10) ?? null;
  return { entity, match: { predicate: 'combined' as const, match_date, matches } };
}

/** A predicate with its request parameter. */
interface NamedPredicate {
  parameter: string;
  predicate: ScreenPredicate<SingleMatch>;
}

function includesOf(requested: Omit<Question, 'cursor' | 'limit'>, known: Instant | null): NamedPredicate[] {
  const { street, insider, pattern, kind, red_flag, holders, min_tenure_years, analyst, analyst_source } = requested;
  const includes: NamedPredicate[] = [];
  if (street !== undefined) includes.push(namedPredicate('street', 'street', build => build(street)));
  if (insider !== undefined) includes.push(namedPredicate('insider', 'insider', build => build(insider, known)));
  if (pattern !== undefined)
    includes.push(namedPredicate('pattern', 'pattern', build => build({ pattern, within: 'window' })));
  if (kind !== undefined) includes.push(namedPredicate('kind', 'kind', build => build([kind], known)));
  if (red_flag !== undefined) includes.push(namedPredicate('red_flag', 'red_flag', build => build(red_flag, known)));
  if (holders !== undefined || min_tenure_years !== undefined) {
    const question = { relation: holders ?? 'director', minTenureYears: min_tenure_years ?? null };
    includes.push(
      namedPredicate('holders', holders === undefined ? 'min_tenure_years' : 'holders', build => build(question)),
    );
  }
  if (analyst !== undefined) {
    includes.push(namedPredicate('analyst', 'analyst', build => build({ stances: analyst, source: analyst_source })));
  }
  return includes;
}

function excludesOf(
  { exclude_red_flag, exclude_pattern, exclude_kind }: Omit<Question, 'cursor' | 'limit'>,
  known: Instant | null,
) {
  const excludes: NamedPredicate[] = [];
  if (exclude_red_flag !== undefined)
    excludes.push(namedPredicate('red_flag', 'exclude_red_flag', build => build(exclude_red_flag, known)));
  if (exclude_pattern !== undefined)
    excludes.push(
      namedPredicate('pattern', 'exclude_pattern', build => build({ pattern: exclude_pattern, within: 'own' })),
    );
  if (exclude_kind !== undefined)
    excludes.push(namedPredicate('kind', 'exclude_kind', build => build([exclude_kind], known)));
  return excludes;
}

/** Throws 422 with the name of the parameter if the predicate is not supported. */
function namedPredicate<Name extends keyof ScreenPredicates>(
  name: Name,
  parameter: string,
  toPredicate: (build: ScreenPredicates[Name]) => ScreenPredicate<SingleMatch>,
): NamedPredicate {
  const build = SCREEN_PREDICATES[name];
  if (build === undefined) {
    throw invalidInput('query', parameter, 'is not supported: this service does not store the data', null);
  }
  return { parameter, predicate: toPredicate(build) };
}

/** Returns the parameters of predicates without any stored data, of the market if one is given. */
async function withoutData(
  db: Database,
  requested: readonly NamedPredicate[],
  marketId: string | undefined,
): Promise<string[]> {
  const names: string[] = [];
  for (const { parameter, predicate } of requested) {
    if (!(await hasData(db, predicate.anything, marketId))) names.push(parameter);
  }
  return names;
}

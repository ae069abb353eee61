import { z } from 'zod';
import { AsfiledError } from '../../../../kernel/errors.ts';
import {
  EVENT_KIND_FAMILIES,
  EVENT_KINDS,
  type EventFamily,
  type EventKind,
} from '../../../disclosures/events/model.ts';
import { EVENT_RULES_VERSION } from '../../../disclosures/events/rules/event-kinds.ts';
import { eventFamily, eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { asOf, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { alwaysCheck, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { withCompactView } from '../../../kit/responses/views.ts';
import {
  screenWindow,
  WINDOWS_DISAGREE,
  whyNone,
  windowDays,
  windowsAgree,
} from '../../../kit/screens/screen-predicate.ts';
import { kindPredicate } from '../../signals/views/kind-predicate.ts';
import { patternPredicate, patternStrength, signalPattern } from '../../signals/views/patterns.ts';
import { compactSignalScreen, toCompactScreen } from '../views/compact-screen.ts';
import { screenPage, screenPlace } from '../views/screen-page.ts';
import { signalScreen } from '../views/screen-shapes.ts';

const KIND_DAYS = 7;

const input = z
  .strictObject({
    pattern: signalPattern.optional().describe('Only this pattern; any by default. Not together with kind or family.'),
    strength: patternStrength.optional().describe('Only patterns of this strength.'),
    kind: eventKind.optional().describe('Companies with an event of this kind instead of a pattern.'),
    family: eventFamily.optional().describe('Companies with an event of this family instead of a pattern.'),
    market_id: marketId.optional(),
    ...screenWindow,
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} The window ends with that day. Requires kind or family: past patterns are not stored.`,
      ),
    limit: limit(100, 20),
    offset: z.int().min(0).max(1_000_000).default(0).describe('Companies to skip. Not together with cursor.'),
    cursor: text(512).optional().describe('The next_cursor of the previous page.'),
  })
  .refine(windowsAgree, WINDOWS_DISAGREE)
  .refine(({ cursor, offset }) => cursor === undefined || offset === 0, {
    ...alwaysCheck,
    error: 'cannot be combined with cursor',
    path: ['offset'],
  })
  .refine(({ kind, family }) => kind === undefined || family === undefined || EVENT_KIND_FAMILIES[kind] === family, {
    ...alwaysCheck,
    error: 'must be the family of kind',
    path: ['family'],
  })
  .refine(({ as_of, kind, family }) => as_of === undefined || (kind ?? family) !== undefined, {
    ...alwaysCheck,
    error: 'requires kind or family; get_company_signals returns the patterns of one company as of a day',
    path: ['as_of'],
  })
  .refine(
    ({ kind, family, strength, pattern }) => !(kind ?? family) || pattern !== undefined || strength === undefined,
    {
      ...alwaysCheck,
      error: 'applies to patterns only; cannot be combined with kind or family',
      path: ['strength'],
    },
  );

const fullScreen = operation({
  name: 'screenSignals',
  route: 'GET /api/v1/signals',
  tool: 'screen_signals',
  summary: 'Companies by event patterns',
  description: `Companies with a pattern of events (repeated dilution, audit distress, late reports and so on), latest trigger first; or, with kind or family, companies with such an event. Each company is returned once, with its latest pattern or event. The latest trigger of a pattern must be in its own lookback of 12 to 36 months, or in the window if given; events are searched in a window of ${KIND_DAYS} days by default. A pattern together with a kind or a family is rejected (400).`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['pattern_with_kind', 'invalid_cursor'],
  input,
  output: signalScreen,
  example: { market_id: 'demo', window: '5y', limit: 3 },
  async run({ db, account, now }, { cursor, limit: size, offset, ...requested }) {
    const known = knownBefore(requested.as_of, now);
    // The end of a window belongs to it, the end of what was known does not.
    const end = known === null ? now : new Date(Date.parse(known) - 1);
    const kinds = kindsOf(requested);
    if (kinds !== null && requested.pattern !== undefined) {
      throw new AsfiledError('pattern_with_kind', 'pattern cannot be combined with kind or family. Send one of them.');
    }
    const days = windowDays(requested, kinds === null ? null : KIND_DAYS);
    const { pattern, strength, market_id } = requested;
    const predicate =
      kinds === null
        ? patternPredicate({ pattern, strength, within: days === null ? 'own' : 'window' })
        : kindPredicate(kinds, known);
    const place = screenPlace({ list: 'screenSignals', requested }, cursor, days ?? 0, end);
    const question = {
      list: 'screenSignals',
      requested,
      ...place,
      excludes: [],
      marketId: market_id,
      offset,
      limit: size,
    };
    const { cards, total, ...page } = await screenPage(db, { ...question, includes: [predicate] });
    const entityIds = cards.map(card => card.company.entity_id);
    const matches = await predicate.matches({ db, account, entityIds, span: place.span });
    const items = cards.flatMap(({ company, entity }) => {
      const match = matches.get(company.entity_id);
      return match === undefined ? [] : [{ entity, match }];
    });
    const why = total > 0 ? { empty_reason: null } : await whyNone(db, predicate, market_id);
    return toJsonText({
      items,
      total,
      ...page,
      window_days: days,
      ...asOfOf(requested.as_of, now, EVENT_RULES_VERSION),
      ...why,
    });
  },
});

export const screenSignals = withCompactView(fullScreen, compactSignalScreen, toCompactScreen);

/** Returns the requested kinds of events; null if the request is for patterns. */
function kindsOf({
  kind,
  family,
}: {
  kind?: EventKind | undefined;
  family?: EventFamily | undefined;
}): EventKind[] | null {
  if (kind !== undefined) return [kind];
  return family === undefined ? null : EVENT_KINDS.filter(kind => EVENT_KIND_FAMILIES[kind] === family);
}

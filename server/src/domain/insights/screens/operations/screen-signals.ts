import { z } from 'zod';
import { AsfiledError } from '../../../../kernel/errors.ts';
import {
  EVENT_KIND_FAMILIES,
  EVENT_KINDS,
  type EventFamily,
  type EventKind,
} from '../../../disclosures/events/model.ts';
import { eventFamily, eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { besideOtherFaults, limit, marketId, text } from '../../../kit/input-fields.ts';
import { JsonText, operation } from '../../../kit/operation.ts';
import { whyNone } from '../../../kit/screen-predicate.ts';
import { screenWindow, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screen-window.ts';
import { kindPredicate } from '../../signals/views/kind-predicate.ts';
import { patternPredicate, patternStrength, signalPattern } from '../../signals/views/patterns.ts';
import { screenPage, screenPlace } from '../views/screen-page.ts';
import { signalScreen } from '../views/screen-shapes.ts';

const KIND_DAYS = 7;

const input = z
  .strictObject({
    pattern: signalPattern.optional().describe('Only this pattern; left out, any. Not together with kind or family.'),
    strength: patternStrength.optional().describe('Only patterns of this strength.'),
    kind: eventKind.optional().describe('Companies with an event of this kind, in place of a pattern.'),
    family: eventFamily.optional().describe('Companies with an event of this family, in place of a pattern.'),
    market_id: marketId.optional(),
    ...screenWindow,
    limit: limit(100, 20),
    offset: z.int().min(0).max(1_000_000).default(0).describe('Companies to pass over. Not together with cursor.'),
    cursor: text(512).optional().describe('The next_cursor of the page before.'),
  })
  .refine(windowsAgree, { ...besideOtherFaults, ...WINDOWS_DISAGREE })
  .refine(({ cursor, offset }) => cursor === undefined || offset === 0, {
    ...besideOtherFaults,
    error: 'can’t be given together with cursor',
    path: ['offset'],
  })
  .refine(({ kind, family }) => kind === undefined || family === undefined || EVENT_KIND_FAMILIES[kind] === family, {
    ...besideOtherFaults,
    error: 'is not the family of that kind',
    path: ['family'],
  })
  .refine(
    ({ kind, family, strength, pattern }) => !(kind ?? family) || pattern !== undefined || strength === undefined,
    {
      ...besideOtherFaults,
      error: 'is of patterns: events have none',
      path: ['strength'],
    },
  );

export const screenSignals = operation({
  name: 'screenSignals',
  route: 'GET /api/v1/signals',
  tool: 'screen_signals',
  summary: 'Companies by what their events amount to',
  description: `Companies whose events make a pattern (repeated dilution, distress of the audit, late reports …), latest trigger first; or, with kind or family, companies with such an event. Each stands once, with its latest pattern or event. Patterns count where their latest trigger lies in their own lookback of 12 to 36 months, or in the window where one is given; events are looked for in ${KIND_DAYS} days unless a window is given. A pattern together with a kind or a family is refused (400).`,
  tag: 'Screens',
  plan: 'free',
  credits: 1,
  errors: ['pattern_with_kind', 'invalid_cursor'],
  input,
  output: signalScreen,
  example: { window: '5y', limit: 3 },
  async run({ db, account, now }, { cursor, limit: size, offset, ...asked }) {
    const kinds = kindsOf(asked);
    if (kinds !== null && asked.pattern !== undefined) {
      throw new AsfiledError(
        'pattern_with_kind',
        'Ask for a pattern, or for a kind or family of events: not for both.',
      );
    }
    const days = windowDays(asked, kinds === null ? null : KIND_DAYS);
    const { pattern, strength, market_id } = asked;
    const predicate =
      kinds === null
        ? patternPredicate({ pattern, strength, within: days === null ? 'own' : 'window' })
        : kindPredicate(kinds);
    const place = screenPlace(asked, cursor, days ?? 0, now);
    const question = { asked, ...place, excludes: [], marketId: market_id, offset, limit: size };
    const { cards, total, ...page } = await screenPage(db, { ...question, includes: [predicate] });
    const entityIds = cards.map(card => card.company.entity_id);
    const matches = await predicate.matches({ db, account, entityIds, span: place.span });
    const items = cards.flatMap(({ company, entity }) => {
      const match = matches.get(company.entity_id);
      return match === undefined ? [] : [{ entity, match }];
    });
    const empty_reason = total > 0 ? null : await whyNone(db, predicate, market_id);
    return new JsonText(JSON.stringify({ items, total, ...page, window_days: days, empty_reason }));
  },
});

/** The kinds of events that are asked for; null where patterns are. */
function kindsOf({
  kind,
  family,
}: {
  kind?: EventKind | undefined;
  family?: EventFamily | undefined;
}): EventKind[] | null {
  if (kind !== undefined) return [kind];
  return family === undefined ? null : EVENT_KINDS.filter(one => EVENT_KIND_FAMILIES[one] === family);
}

import { z } from 'zod';
import { corporateEvent } from '../../../disclosures/events/views/corporate-event.ts';
import { isoDate } from '../../../kit/fields.ts';
import { patternStrength, signalPattern } from './signal-vocabulary.ts';

export const patternHit = z
  .object({
    pattern: signalPattern,
    strength: patternStrength,
    first_date: isoDate.describe('When the first of its events became known, UTC.'),
    latest_date: isoDate.describe('When the last of them did: what triggered it.'),
    reason: z.string().describe('One line.'),
    event_ids: z.array(z.string()).describe('The events behind it, oldest first.'),
    rules_version: z.string().describe('Of the published thresholds.'),
  })
  .meta({ id: 'PatternHit', description: 'What several events of a company amount to.' });

export const patternMatch = z
  .object({
    predicate: z.literal('pattern'),
    match_date: isoDate.nullable().describe('latest_date of the pattern.'),
    pattern_hit: patternHit,
  })
  .meta({ id: 'PatternMatch' });

export const kindMatch = z
  .object({
    predicate: z.literal('kind'),
    match_date: isoDate.nullable().describe('When the latest event became known, UTC.'),
    latest_event: corporateEvent,
    events_count: z.int().describe('Events of the kinds asked for in the window.'),
  })
  .meta({ id: 'KindMatch' });

import { z } from 'zod';
import { entityRefFields } from '../../domain/filings/issuers/views/shapes.ts';
import { WATCHED_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';

const MAX_NOTE = 500;
const MAX_FORM_TYPES = 50;

export const note = text(MAX_NOTE).describe(`For yourself; at most ${MAX_NOTE} characters.`);

const eventType = z.enum(WATCHED_EVENT_TYPES);

/** What an entry is to tell of; members that are left out are `[]`, or stay as they are where an entry is changed. */
export const alertsInput = z
  .strictObject({
    event_types: z
      .array(eventType)
      .max(WATCHED_EVENT_TYPES.length)
      .transform(given => [...new Set(given)])
      .optional()
      .describe('Events to be told of; [] = all.'),
    form_types: z
      .array(text(64))
      .max(MAX_FORM_TYPES)
      .transform(given => [...new Set(given.map(form => form.trim().toUpperCase()))])
      .optional()
      .describe(
        'Of events about filings, the forms to be told of, as filed: 10-K does not include 10-K/A. [] = every form.',
      ),
  })
  .describe('What to be told of; everything where it is left out.');

const alerts = z
  .object({
    event_types: z.array(eventType).describe('[] = all.'),
    form_types: z.array(z.string()).describe('Of events about filings; [] = every form.'),
  })
  .meta({ id: 'Alerts', description: 'What of a watched company is told: by notification, and by webhook.' });

const watchlistEntry = z
  .object({ ...entityRefFields, note: z.string().nullable(), alerts, created_at: instant })
  .meta({ id: 'WatchlistEntry', description: 'A listing that is watched, with its company.' });

export type WatchlistEntry = z.infer<typeof watchlistEntry>;

export const watchlistResponse = z
  .object({
    items: z.array(watchlistEntry).describe('All of them, the one added last first.'),
    total: z.int(),
    limit: z.int().describe("Entries that the account's plan allows."),
  })
  .meta({ id: 'UserWatchlistResponse' });

import { z } from 'zod';
import { entityRefFields } from '../../domain/filings/issuers/views/entity.ts';
import { WATCHED_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { instant } from '../../domain/kit/fields.ts';
import { text } from '../../domain/kit/input-fields.ts';

const MAX_NOTE = 500;
const MAX_FORM_TYPES = 50;

export const note = text(MAX_NOTE).describe(`A private note; at most ${MAX_NOTE} characters.`);

const eventType = z.enum(WATCHED_EVENT_TYPES);

/** Alert settings of an entry. Omitted members default to `[]` in a new entry, and are unchanged in an update. */
export const alertsInput = z
  .strictObject({
    event_types: z
      .array(eventType)
      .max(WATCHED_EVENT_TYPES.length)
      .transform(types => [...new Set(types)])
      .optional()
      .describe('Event types to be notified of; [] = all.'),
    form_types: z
      .array(text(64))
      .max(MAX_FORM_TYPES)
      .transform(forms => [...new Set(forms.map(form => form.trim().toUpperCase()))])
      .optional()
      .describe(
        'Form types to be notified of, as filed: 10-K does not include 10-K/A. Applies to events about filings. [] = all.',
      ),
  })
  .describe('What to be notified of; everything by default.');

const alerts = z
  .object({
    event_types: z.array(eventType).describe('[] = all.'),
    form_types: z.array(z.string()).describe('Applies to events about filings; [] = all.'),
  })
  .meta({
    id: 'Alerts',
    description: 'The events of a watched company to be notified of, by notification and webhook.',
  });

const watchlistEntry = z
  .object({ ...entityRefFields, note: z.string().nullable(), alerts, created_at: instant })
  .meta({ id: 'WatchlistEntry', description: 'A watched listing with its company.' });

export type WatchlistEntry = z.infer<typeof watchlistEntry>;

export const watchlistResponse = z
  .object({
    items: z.array(watchlistEntry).describe('All entries, most recently added first.'),
    total: z.int(),
    limit: z.int().describe("Entries that the account's plan allows."),
  })
  .meta({ id: 'UserWatchlistResponse' });

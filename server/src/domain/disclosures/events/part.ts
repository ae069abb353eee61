import { readProposals } from '../../filings/proposals/rules/passages.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { flagsOfFiling } from '../red-flags/part.ts';
import { EVENT_RULES_VERSION } from './rules/event-kinds.ts';
import { readListedEvents } from './rules/listed-events.ts';
import { EVENT_QUESTION, withProposedEvents } from './rules/proposed-events.ts';
import { readEvents } from './rules/read-events.ts';
import {
  type EncodedEventReading,
  EVENT_READINGS,
  encodeEventReading,
  replaceEventReadings,
  resolveEvents,
} from './store.ts';

/** Opened values are null if the documents add nothing to the filing list; stated values are the events of lists. */
export const eventsPart: Part<EncodedEventReading | null, EncodedEventReading[], void> = {
  name: 'events',
  textReadings: EVENT_READINGS,
  tables: [ofFilings('event_readings'), ofFilings('corporate_events', [], 'place')],
  proposes: EVENT_QUESTION,
  readFiling: (contents, filing, reading) => {
    const events = readEvents(contents, filing.registry, flagsOfFiling(reading));
    if (events === null) return null;
    const all = withProposedEvents(events, contents, reading.once(readProposals));
    return encodeEventReading(all, filing, 'contents', EVENT_RULES_VERSION);
  },
  // A reading without events matters only if the issuer may have stored events.
  readIssuer: ({ issuerId, hasFilings, filings }) =>
    filings.flatMap(filing => {
      const events = readListedEvents(filing);
      if (events.length === 0 && !hasFilings) return [];
      const { registry, nativeId } = filing;
      return [encodeEventReading(events, { issuerId, registry, nativeId }, 'list', EVENT_RULES_VERSION)];
    }),
  async persist(tx, batch) {
    const opened = batch.openedBy(eventsPart);
    await replaceEventReadings(
      tx,
      batch.statedBy(eventsPart).flatMap(issuer => issuer.value),
    );
    await replaceEventReadings(
      tx,
      opened.flatMap(filing => filing.value ?? []),
    );
    const openedIds = opened.map(filing => filing.issuerId);
    await resolveEvents(tx, [...new Set([...batch.issuersWithFilings, ...openedIds])]);
  },
};

import type { ProposalQuestion } from '../../filings/proposals/model.ts';
import { readProposals } from '../../filings/proposals/rules/passages.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { flagsOfFiling } from '../red-flags/part.ts';
import { EVENT_RULES_VERSION } from './rules/event-kinds.ts';
import { readListedEvents } from './rules/listed-events.ts';
import { PROPOSABLE_KINDS, variantsOf, withProposedEvents } from './rules/proposed-events.ts';
import { readEvents } from './rules/read-events.ts';
import {
  type EncodedEventReading,
  EVENT_READINGS,
  encodeEventReading,
  replaceEventReadings,
  resolveEvents,
} from './store.ts';

/** How a model is asked for events. */
const EVENT_QUESTION: ProposalQuestion = {
  subject: 'event',
  question: [
    'subject "event": something of the kinds below that has happened to the filer, or that it has decided, as a fact and not as a risk, a condition or a definition.',
    'Members: "kind", "variant" (one of those of the kind, or null), "quote", "word" (the one word of the quote that names the event, as written), "event_date" (YYYY-MM-DD, or null if the quote states no day), "counterparty" (the other party as the quote writes it, or null).',
    `Kinds with their variants: ${PROPOSABLE_KINDS.map(kind => `${kind} (${variantsOf(kind).join(', ') || 'no variants'})`).join('; ')}.`,
  ].join('\n'),
};

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

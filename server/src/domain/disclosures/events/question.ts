import type { ProposalQuestion } from '../../filings/proposals/model.ts';
import { PROPOSABLE_KINDS, variantsOf } from './rules/proposed-events.ts';

/** How a model is asked for events. */
export const EVENT_QUESTION: ProposalQuestion = {
  subject: 'event',
  question: [
    'subject "event": something of the kinds below that has happened to the filer, or that it has decided, as a fact and not as a risk, a condition or a definition.',
    'Members: "kind", "variant" (one of those of the kind, or null), "quote", "word" (the one word of the quote that names the event, as written), "event_date" (YYYY-MM-DD, or null if the quote states no day), "counterparty" (the other party as the quote writes it, or null).',
    `Kinds with their variants: ${PROPOSABLE_KINDS.map(kind => `${kind} (${variantsOf(kind).join(', ') || 'no variants'})`).join('; ')}.`,
  ].join('\n'),
};

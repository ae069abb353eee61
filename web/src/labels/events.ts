/** Labels of the event types that users can choose. */
export const EVENTS = [
  { type: 'filing.discovered', label: 'Filings' },
  { type: 'press_release.discovered', label: 'Press releases' },
  { type: 'insider_transaction.discovered', label: 'Insider transactions' },
  { type: 'earnings_release.upcoming', label: 'Upcoming results' },
  { type: 'earnings_release.reported', label: 'Results' },
  { type: 'earnings_guidance.available', label: 'Guidance' },
  { type: 'event_transcript.available', label: 'Transcripts' },
] as const;

export type EventType = (typeof EVENTS)[number]['type'];

/** `Filings`; an unknown event type is shown unchanged. */
export function eventLabel(type: string): string {
  return EVENTS.find(event => event.type === type)?.label ?? OTHERS[type] ?? type;
}

const OTHERS: Readonly<Record<string, string>> = {
  'webhook.deactivated': 'Endpoint disabled',
  'webhook.test': 'Tests',
};

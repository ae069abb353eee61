/** Labels of the events of watched companies. */
export const EVENTS = [
  { type: 'filing.discovered', label: 'Filings' },
  { type: 'press_release.discovered', label: 'Press releases' },
  { type: 'insider_transaction.discovered', label: 'Insider transactions' },
  { type: 'earnings_release.upcoming', label: 'Upcoming results' },
  { type: 'earnings_release.reported', label: 'Results' },
  { type: 'earnings_guidance.available', label: 'Guidance' },
  { type: 'event_transcript.available', label: 'Transcripts' },
] as const;

/** Labels of the events that endpoints may subscribe to. */
export const DELIVERED_EVENTS = [
  ...EVENTS,
  { type: 'screen.entered', label: 'Entered a screen' },
  { type: 'screen.left', label: 'Left a screen' },
] as const;

/** Labels of the events of notifications. */
export const NOTIFIED_EVENTS = [
  ...DELIVERED_EVENTS,
  { type: 'webhook.deactivated', label: 'Endpoint disabled' },
  { type: 'screen.paused', label: 'Screen alerts paused' },
] as const;

/** `Filings`; an unknown event type is shown unchanged. */
export function eventLabel(type: string): string {
  return NOTIFIED_EVENTS.find(event => event.type === type)?.label ?? OTHERS[type] ?? type;
}

const OTHERS: Readonly<Record<string, string>> = { 'webhook.test': 'Tests' };

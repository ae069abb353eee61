/** What events are called where people choose among them. */
export const EVENTS = [
  { type: 'filing.discovered', words: 'Filings' },
  { type: 'press_release.discovered', words: 'Press releases' },
  { type: 'insider_transaction.discovered', words: 'Insider transactions' },
  { type: 'earnings_release.upcoming', words: 'Results to come' },
  { type: 'earnings_release.reported', words: 'Results' },
  { type: 'earnings_guidance.available', words: 'Outlooks' },
  { type: 'event_transcript.available', words: 'Transcripts' },
] as const;

export type EventType = (typeof EVENTS)[number]['type'];

/** `Filings`; an event that has no words is shown as it is. */
export function eventWords(type: string): string {
  return EVENTS.find(one => one.type === type)?.words ?? OTHERS[type] ?? type;
}

const OTHERS: Readonly<Record<string, string>> = {
  'webhook.deactivated': 'Endpoints turned off',
  'webhook.test': 'Tests',
};

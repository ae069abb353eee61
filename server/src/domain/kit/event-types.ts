/** What can happen that somebody is told of. */
export interface EventType {
  eventType: string;
  /** When it happens, in a sentence. */
  firesWhen: string;
  /** The least plan whose accounts are told. */
  plan: 'free' | 'pro';
}

/** The events of the contract that accounts can be told of: of a watchlist, by notification, by webhook. */
export const EVENT_TYPES = [
  {
    eventType: 'filing.discovered',
    firesWhen: 'A filing of a watched company is stored for the first time.',
    plan: 'free',
  },
  {
    eventType: 'press_release.discovered',
    firesWhen: 'A press release of a watched company is stored for the first time.',
    plan: 'pro',
  },
  {
    eventType: 'insider_transaction.discovered',
    firesWhen:
      'The transactions that insiders of a watched company report in a filing are read: once a filing, with all lines.',
    plan: 'free',
  },
  {
    eventType: 'earnings_release.upcoming',
    firesWhen: 'A watched company is to release its results within seven days, by a calendar: once a release.',
    plan: 'free',
  },
  {
    eventType: 'earnings_release.reported',
    firesWhen: 'A filing of a watched company that reports its results of a period is stored: once a release.',
    plan: 'free',
  },
  {
    eventType: 'earnings_guidance.available',
    firesWhen: 'What a watched company expects of coming periods is read.',
    plan: 'free',
  },
  {
    eventType: 'event_transcript.available',
    firesWhen: 'The transcript of a call of a watched company is read.',
    plan: 'free',
  },
] as const satisfies readonly EventType[];

export type WatchedEventType = (typeof EVENT_TYPES)[number]['eventType'];

/** The names of {@link EVENT_TYPES}, in their order. */
export const WATCHED_EVENT_TYPES = EVENT_TYPES.map(({ eventType }) => eventType) as [
  WatchedEventType,
  ...WatchedEventType[],
];

/** What an account is told of its own things, by notification alone. */
export const NOTICE_TYPES = ['webhook.deactivated'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Everything that a notification can be about. */
export const NOTIFICATION_TYPES = [...WATCHED_EVENT_TYPES, ...NOTICE_TYPES] as const;

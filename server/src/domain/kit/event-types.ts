/** An event that accounts can be notified of. */
export interface EventType {
  eventType: string;
  /** When the event fires, as a sentence. */
  firesWhen: string;
  /** The lowest plan that receives it. */
  plan: 'free' | 'pro';
}

/** The events of watched companies, which accounts receive by notification and webhook. */
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
      'The insider transactions in a filing about a watched company are extracted: once per filing, with all lines.',
    plan: 'free',
  },
  {
    eventType: 'earnings_release.upcoming',
    firesWhen: 'An earnings calendar announces results of a watched company within seven days: once per release.',
    plan: 'free',
  },
  {
    eventType: 'earnings_release.reported',
    firesWhen: 'A filing with results of a watched company is stored: once per release.',
    plan: 'free',
  },
  {
    eventType: 'earnings_guidance.available',
    firesWhen: 'Guidance of a watched company for future periods is extracted.',
    plan: 'free',
  },
  {
    eventType: 'event_transcript.available',
    firesWhen: 'The transcript of a call of a watched company is stored.',
    plan: 'free',
  },
] as const satisfies readonly EventType[];

export type WatchedEventType = (typeof EVENT_TYPES)[number]['eventType'];

/** The names of {@link EVENT_TYPES}, in the same order. */
export const WATCHED_EVENT_TYPES = EVENT_TYPES.map(({ eventType }) => eventType) as [
  WatchedEventType,
  ...WatchedEventType[],
];

/** The events of the screens that an account saved with alerts, which it receives by notification and webhook. */
export const SCREEN_EVENT_TYPES = [
  {
    eventType: 'screen.entered',
    firesWhen: 'A company matches a saved screen with alerts after a new filing, and did not match it before.',
    plan: 'free',
  },
  {
    eventType: 'screen.left',
    firesWhen: 'A company no longer matches a saved screen with alerts after a new filing.',
    plan: 'free',
  },
] as const satisfies readonly EventType[];

export type ScreenEventType = (typeof SCREEN_EVENT_TYPES)[number]['eventType'];
export type DeliveredEventType = WatchedEventType | ScreenEventType;

/** Event types that webhooks may subscribe to. */
export const DELIVERED_EVENT_TYPES = [
  ...WATCHED_EVENT_TYPES,
  ...SCREEN_EVENT_TYPES.map(({ eventType }) => eventType),
] as [DeliveredEventType, ...DeliveredEventType[]];

/** Events about an account's own resources, which it receives by notification only. */
export const NOTICE_TYPES = ['webhook.deactivated', 'screen.paused'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** All event types of notifications. */
export const NOTIFICATION_TYPES = [...DELIVERED_EVENT_TYPES, ...NOTICE_TYPES] as const;

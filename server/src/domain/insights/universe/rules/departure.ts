import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';

/** Why the shares of a company left their market. `moved`: they are traded on another. */
export const DEPARTURE_REASONS = [
  'acquired',
  'went_private',
  'bankrupt',
  'dissolved',
  'moved',
  'removed_by_exchange',
  'revoked',
  'voluntary',
  'deregistered',
] as const;
export type DepartureReason = (typeof DEPARTURE_REASONS)[number];

/** An event of a company, as far as its departure depends on it. */
export interface LifeEvent {
  kind: EventKind;
  variant: string | null;
  /** When the first filing that reports it became known. */
  knownAt: Instant;
  eventDate: IsoDate | null;
  filingId: string;
}

export interface Departure {
  /** Null if no event states one. */
  reason: DepartureReason | null;
  /** The last event of the departure. */
  event: LifeEvent;
}

/** Kinds that {@link departureOf} reads. */
export const LIFE_EVENT_KINDS = [
  'delisting',
  'listing_removal',
  'registration_terminated',
  'ipo',
  'tender_offer_announced',
  'tender_offer_completed',
  'control_change',
  'bankruptcy',
  'dissolution',
] as const satisfies readonly EventKind[];

const DAY_MS = 86_400_000;
/** Events that explain a departure precede it by no more. */
const RELATED_DAYS = 730;

/** A reason with the events that show it, by kind and variant. */
const REASONS: readonly [DepartureReason, readonly string[]][] = [
  ['went_private', ['tender_offer_announced going_private']],
  ['acquired', ['delisting merger', 'tender_offer_completed full', 'control_change merger']],
  ['dissolved', ['dissolution approved']],
  [
    'bankrupt',
    [
      'bankruptcy ch7',
      'bankruptcy ch11',
      'bankruptcy receivership',
      'bankruptcy plan_confirmed',
      'bankruptcy plan_effective',
    ],
  ],
  ['revoked', ['registration_terminated revoked']],
  ['removed_by_exchange', ['delisting exchange']],
  ['voluntary', ['delisting voluntary']],
  ['deregistered', ['registration_terminated terminated', 'registration_terminated suspended']],
];

/**
 * The departure of a company that `events` (oldest first) state: its last delisting, unless a public offering followed. Removals of
 * debt from an exchange are not departures.
 */
export function departureOf(events: readonly LifeEvent[]): Departure | null {
  const last = events.findLast(isEnd);
  if (last === undefined) return null;
  const lastMs = Date.parse(last.knownAt);
  if (events.some(event => isBeginning(event) && Date.parse(event.knownAt) > lastMs)) return null;
  if (last.variant === 'transfer') return { reason: 'moved', event: last };
  const related = new Set(
    events
      .filter(({ knownAt }) => lastMs - Date.parse(knownAt) <= RELATED_DAYS * DAY_MS)
      .map(({ kind, variant }) => `${kind} ${variant}`),
  );
  const [reason = null] = REASONS.find(([, shown]) => shown.some(event => related.has(event))) ?? [];
  return { reason, event: last };
}

function isEnd({ kind, variant }: LifeEvent): boolean {
  if (kind === 'registration_terminated') return true;
  return (kind === 'delisting' || kind === 'listing_removal') && variant !== 'debt';
}

function isBeginning({ kind, variant }: LifeEvent): boolean {
  return kind === 'ipo' && (variant === 'priced' || variant === 'direct_listing');
}

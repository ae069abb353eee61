import type { Transcript } from '@asfiled/client';
import { formatDay, formatInstant, formatLocally } from '../../../format/dates.ts';

/** The date of a call, as precise as its source states it. */
export function CallDay({ call: { event_at, event_date } }: { call: Pick<Transcript, 'event_at' | 'event_date'> }) {
  if (event_at !== null)
    return (
      <time dateTime={event_at} title={`${formatInstant(event_at)} · ${formatLocally(event_at)}`}>
        {formatDay(event_date ?? event_at)}
      </time>
    );
  if (event_date !== null) return <time dateTime={event_date}>{formatDay(event_date)}</time>;
  return <span className="quiet">no date stated</span>;
}

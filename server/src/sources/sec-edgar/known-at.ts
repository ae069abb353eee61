import { fromNewYorkClock, type Instant, type IsoDate, newYorkClock } from '../../kernel/dates.ts';

/**
 * When a filing was public: its acceptance if that was on the legal filing date (New York) or, the date
 * having been set back, after it; else 06:00 New York on the filing date, when EDGAR opens for dissemination.
 */
export function knownAt(filingDate: IsoDate, acceptedAt: Instant | null): Instant {
  if (acceptedAt !== null && newYorkClock(acceptedAt).date === filingDate) return acceptedAt;
  const opening = fromNewYorkClock(filingDate, '06:00:00');
  return acceptedAt !== null && acceptedAt > opening ? acceptedAt : opening;
}

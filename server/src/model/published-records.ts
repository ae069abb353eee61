import type { ExchangeRate } from './exchange-rate.ts';
import type { WireRelease } from './press-release.ts';
import type { Transcript } from './transcript.ts';

/** Records of a publisher that belong to no registrant, by kind. Absent = its documents hold none of the kind. */
export interface PublishedRecords {
  exchangeRates?: ExchangeRate[];
  pressReleases?: WireRelease[];
  transcripts?: Transcript[];
}

/** How many records there are, of all kinds. */
export function countPublished(records: PublishedRecords): number {
  return Object.values(records).reduce((sum, some) => sum + some.length, 0);
}

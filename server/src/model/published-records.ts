import type { StatedTarget } from './climate-target.ts';
import type { CalendarEntry } from './earnings-calendar.ts';
import type { ExchangeRate } from './exchange-rate.ts';
import type { MacroRate } from './macro-rate.ts';
import type { WireRelease } from './press-release.ts';
import type { PriceQuote, PriceSeries } from './price-series.ts';
import type { SecurityName } from './security-name.ts';
import type { StreetSnapshot } from './street-snapshot.ts';
import type { Transcript } from './transcript.ts';
import type { WeoSeries } from './world-outlook.ts';

/** Records of a publisher that belong to no registrant, by kind. Absent = its documents hold none of the kind. */
export interface PublishedRecords {
  exchangeRates?: ExchangeRate[];
  pressReleases?: WireRelease[];
  transcripts?: Transcript[];
  calendarEntries?: CalendarEntry[];
  streetSnapshots?: StreetSnapshot[];
  macroRates?: MacroRate[];
  weoSeries?: WeoSeries[];
  climateTargets?: StatedTarget[];
  priceSeries?: PriceSeries[];
  quotes?: PriceQuote[];
  securityNames?: SecurityName[];
}

/** How many records there are, of all kinds. */
export function countPublished(records: PublishedRecords): number {
  return Object.values(records).reduce((sum, some) => sum + some.length, 0);
}

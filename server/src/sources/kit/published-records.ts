import type { WireRelease } from '../../domain/disclosures/press/model.ts';
import type { Transcript } from '../../domain/disclosures/transcripts/model.ts';
import type { ExchangeRate } from '../../domain/figures/currencies/model.ts';
import type { CalendarEntry } from '../../domain/figures/earnings/model/earnings-calendar.ts';
import type { StatedTarget } from '../../domain/markets/climate/model.ts';
import type { MacroRate } from '../../domain/markets/macro/model/macro-rate.ts';
import type { WeoSeries } from '../../domain/markets/macro/model/world-outlook.ts';
import type { PriceQuote, PriceSeries } from '../../domain/markets/prices/model/price-series.ts';
import type { StreetSnapshot } from '../../domain/markets/street/model.ts';
import type { SecurityName } from '../../domain/ownership/holders/model/security-name.ts';

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

/** The records of several documents together. */
export function joinPublished(all: readonly PublishedRecords[]): PublishedRecords {
  const joined: Record<string, unknown[]> = {};
  for (const [kind, some] of all.flatMap(records => Object.entries(records))) {
    if (some.length > 0) joined[kind] = joined[kind]?.concat(some) ?? some;
  }
  return joined as PublishedRecords;
}

import type { PriceQuote } from '../../domain/markets/prices/model/price-series.ts';
import { objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toInstant } from '../../kernel/dates.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { countOf, numberOf, restated } from './read-chart.ts';
import { pricedBy, unitOf } from './symbols.ts';

/** The last quotes of a JSON response (v7), which omits unknown symbols. */
export function readQuotes(text: string, log: AnomalyLog): PriceQuote[] {
  const response = readJsonObjectResponse(text, log);
  return objectsOf(objectOf(response?.quoteResponse).result).flatMap((one, at): PriceQuote[] => {
    const symbol = String(one.symbol ?? '').toUpperCase();
    const of = pricedBy(symbol)?.of;
    const { currency, parts } = unitOf(String(one.currency ?? ''));
    const [price, seconds] = [numberOf(one.regularMarketPrice), numberOf(one.regularMarketTime)];
    if (of === undefined) log.add('not_a_share', `result ${at}`, symbol);
    else if (price === null || !(price > 0) || seconds === null || currency === '')
      log.add('no_price', `result ${at}`, symbol);
    if (of?.kind !== 'listing' || price === null || !(price > 0) || seconds === null || currency === '') return [];
    const part = (value: unknown): number | null => {
      const number = numberOf(value);
      return number === null ? null : restated(number, parts);
    };
    return [
      {
        symbol,
        of,
        currency,
        price: restated(price, parts),
        priceAt: toInstant(seconds * 1_000),
        previousClose: part(one.regularMarketPreviousClose),
        dayHigh: part(one.regularMarketDayHigh),
        dayLow: part(one.regularMarketDayLow),
        volume: countOf(one.regularMarketVolume),
        delayMinutes: countOf(one.exchangeDataDelayedBy),
      },
    ];
  });
}

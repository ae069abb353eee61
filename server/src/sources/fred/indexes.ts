import { indexOfSymbol, type MarketIndex } from '../../domain/filings/markets/model/market-indexes.ts';
import type { PriceSeries } from '../../domain/markets/prices/model/price-series.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parsePriceTable } from '../kit/rates/price-table.ts';

/** The index of shares or volatility whose closes a series is; null for another series. They are asked for by name alone: their owners license them. */
export function indexOfSeries(seriesId: string): MarketIndex | null {
  return indexOfSymbol('fred', seriesId);
}

/** Closes of an index as its graph has them: a cell is empty on holidays. */
export function parseIndexGraph(seriesId: string, text: string, log: AnomalyLog): PriceSeries[] {
  const index = indexOfSeries(seriesId);
  const column = seriesId.toLowerCase();
  const columns = { date: ['date', 'observation_date'], closes: { raw: [column] }, volume: [] };
  const table = parsePriceTable(text, columns, log);
  if (index === null || table === null || table.bars.days.length === 0) return [];
  const { indexId, currency } = index;
  return [{ symbol: seriesId.toUpperCase(), of: { kind: 'index', indexId }, currency, ...table }];
}

import type { Database } from '../../../../db/database.ts';
import { type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import {
  CORRELATION_HORIZONS,
  type CorrelationHorizon,
  correlate,
  HORIZON_NAMES,
} from '../../../markets/prices/rules/price-moves.ts';
import {
  type Closes,
  loadClosesOfListings,
  type NamedListing,
  priceKey,
} from '../../../markets/prices/views/load-closes.ts';
import type { Edge } from './supply-edges.ts';

/** Loads twice the longest horizon, since the closes can end before the requested day. */
const DAYS_BACK = 2 * CORRELATION_HORIZONS['2y'].days;

/** Adds price correlations up to a day to first-hop edges with both companies resolved. */
export async function correlateEdges(db: Database, edges: readonly Edge[], day: IsoDate): Promise<Edge[]> {
  const until = parseDay(day) ?? 0;
  const pairs = edges.map(pairOf);
  const listings = pairs
    .flatMap(pair => pair ?? [])
    .flatMap(({ market_id, ticker }) => listed(market_id, ticker) ?? []);
  const closes = await loadClosesOfListings(db, listings, { from: until - DAYS_BACK, until });
  return edges.map((edge, at) => {
    const pair = pairs[at];
    if (pair === null || pair === undefined) return edge;
    const [supplier, customer] = pair.map(({ market_id, ticker }) => {
      const listing = listed(market_id, ticker);
      return listing === null ? undefined : closes.get(priceKey(listing));
    });
    const step = pair[0].market_id === pair[1].market_id ? 1 : 2;
    const found = correlate(supplier ?? NO_CLOSES, customer ?? NO_CLOSES, { until, step });
    const each = <Value>(value: (horizon: CorrelationHorizon) => Value) =>
      Object.fromEntries(HORIZON_NAMES.map(horizon => [horizon, value(horizon)]));
    return {
      ...edge,
      price_correlations: each(horizon => found[horizon].value),
      price_correlation_n: each(horizon => found[horizon].count),
    };
  });
}

const NO_CLOSES: Pick<Closes, 'days' | 'closes'> = { days: [], closes: [] };

type Entity = NonNullable<Edge['supplier']['entity']>;

function pairOf({ hop, supplier, customer }: Edge): readonly [Entity, Entity] | null {
  return hop !== 1 || supplier.entity === null || customer.entity === null ? null : [supplier.entity, customer.entity];
}

function listed(marketId: string | null, ticker: string | null): NamedListing | null {
  return marketId === null || ticker === null ? null : { market_id: marketId, ticker };
}

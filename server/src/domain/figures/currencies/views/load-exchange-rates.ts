import { type Database, sql } from '../../../../db/database.ts';
import type { Day, IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { ExchangeRates } from '../rules/exchange-rates.ts';

/** The publisher of all rates in use. Rates of several publishers are never mixed: they are taken at different hours. */
export const RATES_SOURCE = 'ecb';

/** The missing reason of responses without rates. */
export const NO_RATES: MissingReason = 'not_covered';

/** The stored rates. */
export interface StoredRates {
  rates: ExchangeRates;
  /** Changes whenever a rate does. */
  version: string;
  /** The newest day of any rate. */
  newest: IsoDate;
}

const keptOf = new WeakMap<Database, { version: string; loading: Promise<StoredRates> }>();

/** Returns all stored rates and reloads them after a change; null if none are stored. */
export async function loadExchangeRates(db: Database): Promise<StoredRates | null> {
  const state = await db.queryOne<{ version: string; newest: IsoDate }>(sql`
    select version, newest_date as newest from exchange_rate_states where source = ${RATES_SOURCE}`);
  if (state === null) return null;
  const known = keptOf.get(db);
  if (known?.version === state.version) return known.loading;
  const loading = readRates(db).then(rates => ({ rates, ...state }));
  keptOf.set(db, { version: state.version, loading });
  loading.catch(() => keptOf.delete(db));
  return loading;
}

/** Reads the rates as JSON, which takes a third of the time that arrays take. */
async function readRates(db: Database): Promise<ExchangeRates> {
  const rows = await db.query<{ currency: string; days: Day[]; rates: number[] }>(sql`
    select currency, json_agg(rate_date - date '1970-01-01' order by rate_date) as days,
      json_agg(per_euro order by rate_date) as rates
    from exchange_rates where source = ${RATES_SOURCE} group by currency`);
  return new ExchangeRates(new Map(rows.map(({ currency, days, rates }) => [currency, { days, perEuro: rates }])));
}

/** Returns rates that can convert to the currency. Throws AsfiledError `not_found` if there are none. */
export function requireRates(stored: StoredRates | null, currency: string): StoredRates {
  if (stored?.rates.has(currency)) return stored;
  const message =
    stored === null
      ? `Cannot convert to ${currency}: no exchange rates are stored. Run asfiled ingest ${RATES_SOURCE} to load them.`
      : `No exchange rates of ${currency} are stored. /api/v1/fx/rates lists the available currencies.`;
  throw new AsfiledError('not_found', message, { parameter: 'currency' });
}

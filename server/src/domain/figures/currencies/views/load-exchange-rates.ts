import { type Database, sql } from '../../../../db/database.ts';
import type { Day, IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { ExchangeRates } from '../rules/exchange-rates.ts';

/** The publisher whose rates answers rest on. Rates of several are never mixed: they are taken at different hours. */
export const RATES_SOURCE = 'ecb';

/** Why an answer about rates holds none. */
export const NO_RATES: MissingReason = 'not_covered';

/** The rates of the store. */
export interface StoredRates {
  rates: ExchangeRates;
  /** Changes whenever a rate does. */
  version: string;
  /** The newest day of any rate. */
  newest: IsoDate;
}

const keptOf = new WeakMap<Database, { version: string; loading: Promise<StoredRates> }>();

/** All rates of the store, read again whenever they have changed; null where there are none. */
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

/** As JSON, which is read in a third of the time that arrays take. */
async function readRates(db: Database): Promise<ExchangeRates> {
  const rows = await db.query<{ currency: string; days: Day[]; rates: number[] }>(sql`
    select currency, json_agg(rate_date - date '1970-01-01' order by rate_date) as days,
      json_agg(per_euro order by rate_date) as rates
    from exchange_rates where source = ${RATES_SOURCE} group by currency`);
  return new ExchangeRates(new Map(rows.map(({ currency, days, rates }) => [currency, { days, perEuro: rates }])));
}

/** The rates, by which a currency can be converted to. Throws AsfiledError `not_found`, which says what is missing. */
export function requireRates(stored: StoredRates | null, currency: string): StoredRates {
  if (stored?.rates.has(currency)) return stored;
  const message =
    stored === null
      ? `No exchange rates are stored here, so nothing can be converted to ${currency}: asfiled ingest ${RATES_SOURCE} loads them.`
      : `No exchange rates of ${currency} are stored; /api/v1/fx/rates lists the currencies that there are rates of.`;
  throw new AsfiledError('not_found', message, { parameter: 'currency' });
}

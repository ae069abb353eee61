import type { Part } from '../../part.ts';
import { upsertExchangeRates } from './store.ts';

export const currenciesPart: Part = {
  name: 'currencies',
  tables: [
    // One row holds all days of a currency.
    {
      table: 'exchange_rates',
      of: 'publishers',
      from: '(select source, currency, jsonb_object_agg(rate_date, per_euro) as rates from exchange_rates group by source, currency) as one',
      order: ['source C', 'currency C'],
    },
  ],
  publish: (tx, { exchangeRates = [] }, { registry }) => upsertExchangeRates(tx, registry, exchangeRates),
};

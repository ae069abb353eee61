import type { Part } from '../../part.ts';
import { upsertExchangeRates } from './store.ts';

export const currenciesPart: Part = {
  name: 'currencies',
  publish: (tx, { exchangeRates = [] }, { registry }) => upsertExchangeRates(tx, registry, exchangeRates),
};

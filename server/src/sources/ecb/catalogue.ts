import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Rates of currencies: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'ecb',
  trust: 320,
  keepsRegister: false,
  serves: [],
  markets: [],
};

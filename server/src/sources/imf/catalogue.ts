import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Outlooks for economies: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'imf',
  trust: 448,
  keepsRegister: false,
  serves: [],
  markets: [],
};

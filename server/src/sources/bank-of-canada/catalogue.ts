import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Rates of a central bank: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'bank-of-canada',
  trust: 446,
  keepsRegister: false,
  serves: [],
  markets: [],
};

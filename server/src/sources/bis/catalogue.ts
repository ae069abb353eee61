import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Rates of central banks: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'bis',
  trust: 444,
  keepsRegister: false,
  serves: [],
  markets: [],
};

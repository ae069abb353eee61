import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Closes and quotes of shares: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'yahoo',
  trust: 451,
  keepsRegister: false,
  serves: [],
  markets: [],
};

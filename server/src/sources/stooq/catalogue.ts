import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Closes of shares: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'stooq',
  trust: 450,
  keepsRegister: false,
  serves: [],
  markets: [],
};

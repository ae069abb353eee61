import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Yields of the Treasury: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'us-treasury',
  trust: 440,
  keepsRegister: false,
  serves: [],
  markets: [],
};

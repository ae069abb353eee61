import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Yields of governments: it serves no market, and says nothing of companies. */
export const catalogue: RegistryEntry = {
  registry: 'fred',
  trust: 442,
  keepsRegister: false,
  serves: [],
  markets: [],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What the registry brings to the catalogue of markets. */
export const catalogue: RegistryEntry = {
  registry: 'gleif',
  trust: 300,
  keepsRegister: true,
  serves: [],
  markets: [],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Days of results, told by ticker: it serves no market, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'nasdaq',
  trust: 380,
  keepsRegister: false,
  serves: [],
  markets: [],
};

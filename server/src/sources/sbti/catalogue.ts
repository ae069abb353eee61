import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Climate targets of companies: it serves no market, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'sbti',
  trust: 450,
  keepsRegister: false,
  serves: [],
  markets: [],
};

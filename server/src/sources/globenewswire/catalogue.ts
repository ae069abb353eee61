import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** A wire: it serves no market with filings, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'globenewswire',
  trust: 330,
  keepsRegister: false,
  serves: [],
  markets: [],
};

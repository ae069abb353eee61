import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Reference data: it serves no market, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'openfigi',
  trust: 310,
  keepsRegister: false,
  serves: [],
  markets: [],
};

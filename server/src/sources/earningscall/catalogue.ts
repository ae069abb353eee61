import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Texts and days of calls, told by ticker: it serves no market, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'earningscall',
  trust: 370,
  keepsRegister: false,
  serves: [],
  markets: [],
};

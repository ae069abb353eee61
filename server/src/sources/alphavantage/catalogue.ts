import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** Texts of calls and days of results, told by ticker: it serves no market, and says of no company whether it exists still. */
export const catalogue: RegistryEntry = {
  registry: 'alphavantage',
  trust: 360,
  keepsRegister: false,
  serves: [],
  markets: [],
};

import type { RegistryEntry } from '../../domain/filings/markets/model/registry-entry.ts';

/** What an operator has of calls in files of their own: it serves no market by itself. */
export const catalogue: RegistryEntry = {
  registry: 'transcripts',
  trust: 350,
  keepsRegister: false,
  serves: [],
  markets: [],
};

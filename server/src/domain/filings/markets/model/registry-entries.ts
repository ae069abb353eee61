import entries from './registry-entries.json' with { type: 'json' };
import type { RegistryEntry } from './registry-entry.ts';

/** What every registry brings to the catalogue of markets, in the order of trust; written by `npm run lists`. */
export const REGISTRY_ENTRIES = entries as readonly RegistryEntry[];

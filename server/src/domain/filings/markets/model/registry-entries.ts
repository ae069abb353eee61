import entries from './registry-entries.json' with { type: 'json' };
import type { RegistryEntry } from './registry-entry.ts';

/** The catalog entries of all registries, in the order of trust; written by `npm run lists`. */
export const REGISTRY_ENTRIES = entries as readonly RegistryEntry[];

import { REGISTRY_ENTRIES } from '../model/registry-entries.ts';

/** The order of trust between registries; see `trust` in model/registry-entry.ts. */
const ORDER = REGISTRY_ENTRIES.map(entry => entry.registry);

const WITHOUT_REGISTER = new Set(REGISTRY_ENTRIES.filter(entry => !entry.keepsRegister).map(entry => entry.registry));

/** The rank of a registry in the order of trust, 0 first; unknown registries come last. */
export function rankOfRegistry(registry: string): number {
  const at = ORDER.indexOf(registry);
  return at < 0 ? ORDER.length : at;
}

/** Whether a registry states if a company still exists. */
export function keepsRegister(registry: string): boolean {
  return !WITHOUT_REGISTER.has(registry);
}

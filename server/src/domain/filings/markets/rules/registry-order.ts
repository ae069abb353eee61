import { REGISTRY_ENTRIES } from '../model/registry-entry.ts';

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

/**
 * Markets in which a filing is announced: those that its registry serves and the filer's own, because companies of one
 * market may file with a registry of another.
 */
export function marketsOf(registry: string, filerMarket: string): string[] {
  const serves = REGISTRY_ENTRIES.find(entry => entry.registry === registry)?.serves ?? [];
  return [...new Set([...serves.map(({ marketId }) => marketId), filerMarket])].sort();
}

import { REGISTRY_ENTRIES } from '../model/registry-entries.ts';

/** Markets in which a filing is told: those that its registry serves, and the filer's own; one registry's forms may come from another market's companies. */
export function marketsOf(registry: string, filerMarket: string): string[] {
  const serves = REGISTRY_ENTRIES.find(entry => entry.registry === registry)?.serves ?? [];
  return [...new Set([...serves.map(({ marketId }) => marketId), filerMarket])].sort();
}

import { REGISTRY_ENTRIES } from '../model/registry-entries.ts';

/**
 * Markets in which a filing is announced: those that its registry serves and the filer's own, because companies of one
 * market may file with a registry of another.
 */
export function marketsOf(registry: string, filerMarket: string): string[] {
  const serves = REGISTRY_ENTRIES.find(entry => entry.registry === registry)?.serves ?? [];
  return [...new Set([...serves.map(({ marketId }) => marketId), filerMarket])].sort();
}

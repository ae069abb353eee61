import { REGISTRY_ENTRIES } from './registry-entries.ts';
import type { Capability, GAP_REASONS } from './registry-entry.ts';

/** A capability that a registry lacks completely or in part. */
export interface Gap {
  marketId: string;
  registry: string;
  capability: Capability;
  reason: (typeof GAP_REASONS)[number];
  /** Whether some of the data is available. */
  isPartial: boolean;
  detail: string;
}

/** Missing capabilities by market and registry. */
export const GAPS: readonly Gap[] = REGISTRY_ENTRIES.flatMap(({ registry, serves }) =>
  serves.flatMap(({ marketId, gaps }) =>
    gaps.map(({ extent, ...gap }) => ({ marketId, registry, isPartial: extent === 'some', ...gap })),
  ),
).sort((a, b) => (a.marketId < b.marketId ? -1 : a.marketId > b.marketId ? 1 : 0));

import { CONNECTORS } from './connectors.ts';
import type { Source } from './source.ts';

/** Every connector there is. */
export const SOURCES: readonly Source[] = await Promise.all(Object.values(CONNECTORS).map(load => load()));

/** The connector of a registry. Throws RangeError where there is none, naming those that are. */
export function findSource(registry: string): Source {
  const source = SOURCES.find(one => one.description.registry === registry);
  if (source) return source;
  const known = SOURCES.map(one => one.description.registry).join(', ');
  throw new RangeError(`There is no connector for the registry ${registry}; there are: ${known}.`);
}

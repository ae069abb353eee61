import { CONNECTORS } from './connectors.ts';
import type { Source } from './kit/source.ts';

/** The registries that there is a connector for. */
export const REGISTRIES: readonly string[] = Object.keys(CONNECTORS);

/** The connector of a registry. Throws RangeError where there is none, naming those that there are. */
export async function loadSource(registry: string): Promise<Source> {
  const load = CONNECTORS[registry];
  if (load) return load();
  throw new RangeError(`There is no connector for the registry ${registry}; there are: ${REGISTRIES.join(', ')}.`);
}

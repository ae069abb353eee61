import { CONNECTORS } from './connectors.ts';
import type { Source } from './source.ts';

/** The connector of a registry. Throws RangeError where there is none. */
export async function loadSource(registry: string): Promise<Source> {
  const load = CONNECTORS[registry];
  if (load === undefined) throw new RangeError(`There is no connector for the registry ${registry}.`);
  return load();
}

import { cninfo } from './cninfo/source.ts';
import { companiesHouse } from './companies-house/source.ts';
import { cvm } from './cvm/source.ts';
import { edinet } from './edinet/source.ts';
import { esef } from './esef/source.ts';
import { gleif } from './gleif/source.ts';
import { hkexNews } from './hkexnews/source.ts';
import { openDart } from './opendart/source.ts';
import { secEdgar } from './sec-edgar/source.ts';
import type { Source } from './source.ts';
import { tdnet } from './tdnet/source.ts';

/** Every connector there is. */
export const SOURCES: readonly Source[] = [
  secEdgar,
  edinet,
  tdnet,
  esef,
  companiesHouse,
  openDart,
  gleif,
  cvm,
  hkexNews,
  cninfo,
];

/** The connector of a registry. Throws RangeError where there is none, naming those that are. */
export function findSource(registry: string): Source {
  const source = SOURCES.find(one => one.description.registry === registry);
  if (source) return source;
  const known = SOURCES.map(one => one.description.registry).join(', ');
  throw new RangeError(`There is no connector for the registry ${registry}; there are: ${known}.`);
}

import type { Source } from './source.ts';

/**
 * Every connector there is, by its registry. A thread that works for one registry loads that one alone: code takes memory
 * in each thread.
 */
export const CONNECTORS: Readonly<Record<string, () => Promise<Source>>> = {
  'sec-edgar': async () => (await import('./sec-edgar/source.ts')).secEdgar,
  edinet: async () => (await import('./edinet/source.ts')).edinet,
  tdnet: async () => (await import('./tdnet/source.ts')).tdnet,
  esef: async () => (await import('./esef/source.ts')).esef,
  'companies-house': async () => (await import('./companies-house/source.ts')).companiesHouse,
  opendart: async () => (await import('./opendart/source.ts')).openDart,
  gleif: async () => (await import('./gleif/source.ts')).gleif,
  cvm: async () => (await import('./cvm/source.ts')).cvm,
  hkexnews: async () => (await import('./hkexnews/source.ts')).hkexNews,
  cninfo: async () => (await import('./cninfo/source.ts')).cninfo,
};

/** The connector of a registry. Throws RangeError where there is none. */
export async function loadSource(registry: string): Promise<Source> {
  const load = CONNECTORS[registry];
  if (load === undefined) throw new RangeError(`There is no connector for the registry ${registry}.`);
  return load();
}

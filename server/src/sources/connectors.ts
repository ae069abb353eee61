// Written by `npm run lists` from the folders.
import type { Source } from './kit/source.ts';

/**
 * Every connector by its registry, loaded when it is needed: a thread that works for one registry loads one connector, since
 * code takes memory in each thread.
 */
export const CONNECTORS: Readonly<Record<string, () => Promise<Source>>> = {
  'sec-edgar': async () => (await import('./sec-edgar/source.ts')).secEdgar,
  edinet: async () => (await import('./edinet/source.ts')).edinet,
  opendart: async () => (await import('./opendart/source.ts')).openDart,
  cvm: async () => (await import('./cvm/source.ts')).cvm,
  'companies-house': async () => (await import('./companies-house/source.ts')).companiesHouse,
  cninfo: async () => (await import('./cninfo/source.ts')).cninfo,
  hkexnews: async () => (await import('./hkexnews/source.ts')).hkexNews,
  'bse-india': async () => (await import('./bse-india/source.ts')).bseIndia,
  mops: async () => (await import('./mops/source.ts')).mops,
  asx: async () => (await import('./asx/source.ts')).asx,
  esef: async () => (await import('./esef/source.ts')).esef,
  tdnet: async () => (await import('./tdnet/source.ts')).tdnet,
  gleif: async () => (await import('./gleif/source.ts')).gleif,
  openfigi: async () => (await import('./openfigi/source.ts')).openFigi,
  ecb: async () => (await import('./ecb/source.ts')).ecb,
  globenewswire: async () => (await import('./globenewswire/source.ts')).globeNewswire,
  prnewswire: async () => (await import('./prnewswire/source.ts')).prNewswire,
  transcripts: async () => (await import('./transcripts/source.ts')).transcripts,
  alphavantage: async () => (await import('./alphavantage/source.ts')).alphaVantage,
  earningscall: async () => (await import('./earningscall/source.ts')).earningsCall,
  nasdaq: async () => (await import('./nasdaq/source.ts')).nasdaq,
  'us-treasury': async () => (await import('./us-treasury/source.ts')).usTreasury,
  fred: async () => (await import('./fred/source.ts')).fred,
  bis: async () => (await import('./bis/source.ts')).bis,
  'bank-of-canada': async () => (await import('./bank-of-canada/source.ts')).bankOfCanada,
  imf: async () => (await import('./imf/source.ts')).imf,
  sbti: async () => (await import('./sbti/source.ts')).sbti,
  stooq: async () => (await import('./stooq/source.ts')).stooq,
  yahoo: async () => (await import('./yahoo/source.ts')).yahoo,
};
